/** True where every word of the query stands in the text; verbs that make a record are one and the same. */
export function matches(text: string, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/);
  const inText = text.toLowerCase();
  return words.every(
    (word) => inText.includes(word) || (MAKING.includes(word) && /\b(?:add|create|new)\b/.test(inText)),
  );
}

const MAKING = ['add', 'create', 'new'];

export type TypedQuery = {
  /** Words beside the id, such as a noun or a verb. */
  words: string;
  id: number | null;
  /** True where a name may hold what was typed; after `#` it is an id and nothing else. */
  isName: boolean;
};

/** Reads `#12`, `12`, `refund 12` and `refund #12` as the id of a record; any other text is a name. */
export function readQuery(typed: string): TypedQuery {
  const text = typed.trim();
  const name = { words: text, id: null, isName: true };
  const [digits] = /[1-9]\d{0,8}$/.exec(text) ?? [];
  if (digits === undefined) return name;
  const before = text.slice(0, -digits.length);
  const isMarked = before.trimEnd().endsWith('#');
  const words = isMarked ? before.trimEnd().slice(0, -1) : before;
  // A number that ends a word is part of it.
  if (words !== '' && !/\s$/.test(words)) return name;
  return { words: words.trim(), id: Number(digits), isName: !isMarked };
}

/** First what begins with the query, then what has a word that does; the order among equals stays. */
export function bestFirst<Hit extends { label: string }>(hits: readonly Hit[], query: string): Hit[] {
  const begun = query.toLowerCase();
  const rank = ({ label }: Hit) => {
    const text = label.toLowerCase();
    if (text.startsWith(begun)) return 0;
    return ` ${text}`.includes(` ${begun}`) ? 1 : 2;
  };
  return hits.toSorted((a, b) => rank(a) - rank(b));
}

/** Screens on which one and the same person is found by one id, the one that is kept first. */
const OF_PEOPLE = ['/users', '/instructors/:id', '/commissions/instructors'];
/** The same by an id that was typed, which may as well be meant for the card of their commissions. */
const OF_PEOPLE_BY_ID = ['/users', '/instructors/:id'];

/** Leaves a person out who stands above as somebody found on another screen. */
export function onePerPerson<Source extends { screen: string; found: readonly { id: number }[] }>(
  sources: readonly Source[],
  isById = false,
): Source[] {
  const people = isById ? OF_PEOPLE_BY_ID : OF_PEOPLE;
  const seen = new Set<number>();
  return sources.map((source) => {
    if (!people.includes(source.screen)) return source;
    const found = source.found.filter(({ id }) => !seen.has(id));
    for (const { id } of found) seen.add(id);
    return { ...source, found };
  });
}
