/** Which column of a file holds which field: by the names of the columns, and by the look of what stands in them. */

export type KnownField = {
  /** Names of columns that mean it, the likelier first, as {@link plainName} writes them. */
  names: readonly string[];
  /** Names that mean it where its values look like it as well. */
  perhaps?: readonly string[];
  /** Whether a value looks like one of it. */
  looks?: (value: string) => boolean;
};

/** Header → field, or the empty text for a column that is left out. */
export type Mapping<Field extends string> = Record<string, Field | ''>;

/** `samples` has the first values of each column. Each field is given to one column at most. */
export function matchColumns<Field extends string>(
  headers: readonly string[],
  samples: Readonly<Record<string, readonly string[]>>,
  fields: Record<Field, KnownField>,
): Mapping<Field> {
  const free = new Set(headers);
  const mapping = Object.fromEntries(headers.map((header) => [header, ''])) as Mapping<Field>;
  const known = Object.entries(fields) as [Field, KnownField][];
  const open = new Map(known);
  const give = (field: Field, header: string | undefined) => {
    if (header === undefined) return;
    mapping[header] = field;
    free.delete(header);
    open.delete(field);
  };
  const looksLike = (header: string, { looks }: KnownField) => {
    const values = (samples[header] ?? []).filter((value) => value.trim() !== '');
    return looks !== undefined && values.length > 0 && values.every((value) => looks(value.trim()));
  };
  const named = (names: readonly string[]) =>
    names.flatMap((name) => [...free].filter((header) => plainName(header) === name));
  for (const [field, { names }] of known) give(field, named(names)[0]);
  for (const [field, asked] of open)
    give(
      field,
      named(asked.perhaps ?? []).find((header) => looksLike(header, asked)),
    );
  for (const [field, asked] of open)
    give(
      field,
      [...free].find((header) => looksLike(header, asked)),
    );
  return mapping;
}

/** Letters and figures alone, in small letters: `E-mail address` is `emailaddress`. */
function plainName(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The cells of a header as names that differ: a column without one is called by its place. */
export function headersOf(cells: readonly string[]): string[] {
  const taken = new Set<string>();
  return cells.map((cell, index) => {
    const name = cell.trim() || `Column ${index + 1}`;
    let header = name;
    for (let count = 2; taken.has(header); count++) header = `${name} (${count})`;
    taken.add(header);
    return header;
  });
}
