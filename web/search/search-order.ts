/** Hits of the search, chosen and put in order. */

/** True where every word of the query stands in the text. */
export function matches(text: string, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/);
  return words.every((word) => text.toLowerCase().includes(word));
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
const OF_PEOPLE = ['/users', '/commissions/instructors'];

/** Leaves a person out who stands above as somebody found on another screen. */
export function onePerPerson<Source extends { screen: string; found: readonly { id: number }[] }>(
  sources: readonly Source[],
): Source[] {
  const seen = new Set<number>();
  return sources.map((source) => {
    if (!OF_PEOPLE.includes(source.screen)) return source;
    const found = source.found.filter(({ id }) => !seen.has(id));
    for (const { id } of found) seen.add(id);
    return { ...source, found };
  });
}
