/** Matches the columns of a file to fields, by header and by the look of the values. */

export type KnownField = {
  /** Column names of the field, likelier first, as {@link plainName} writes them. */
  names: readonly string[];
  /** Column names that count only where the values look right too. */
  perhaps?: readonly string[];
  looks?: (value: string) => boolean;
};

/** Header → field, or the empty text for a column that is left out. */
export type Mapping<Field extends string> = Record<string, Field | ''>;

/** Gives each field to one column at most. `samples` has the first values of each column. */
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

/** Keeps letters and digits, in lower case: `E-mail address` is `emailaddress`. */
function plainName(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns distinct names for the cells of a header: an empty one is named by its place. */
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
