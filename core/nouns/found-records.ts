/** Records of any noun as the search reads them, by the paths that it declares. */
import type { Found, NounDeclaration } from '../noun.ts';

export type FoundRow = Readonly<Record<string, unknown>> & { id: number };

const BY_NAME = 'name={name}&program_id={program_id}';

/** Returns the path of the list that finds by name, without `program_id` where all are searched. */
export function listPath(
  list: NonNullable<Found['list']>,
  { name, program_id }: { name: string; program_id: number | undefined },
): string {
  const [path = '', query = BY_NAME] = list.split('?');
  const given: Record<string, string | undefined> = {
    '{name}': name,
    '{program_id}': program_id?.toString(),
  };
  const asked = [...new URLSearchParams(query)].flatMap(([key, value]) => {
    const said = Object.hasOwn(given, value) ? given[value] : value;
    return said === undefined ? [] : [[key, said] as const];
  });
  return `${path}?${new URLSearchParams(Object.fromEntries(asked)).toString()}`;
}

/** Returns the rows of a list's answer: the first list in it. */
export function rowsIn(answer: unknown): readonly FoundRow[] {
  return listIn(answer) ?? [];
}

function listIn(answer: unknown): readonly FoundRow[] | undefined {
  if (Array.isArray(answer)) return answer as FoundRow[];
  if (typeof answer !== 'object' || answer === null) return undefined;
  for (const part of Object.values(answer)) {
    const list = listIn(part);
    if (list) return list;
  }
  return undefined;
}

/** Returns the record of an id from what answered for it; undefined where it has none. */
export function recordIn(answer: object, id: number): FoundRow | undefined {
  const parts = Object.values(answer) as (Partial<FoundRow> | null)[];
  return parts.find((part): part is FoundRow => part?.id === id);
}

/** Returns the name of a row: that of a person where it has one, else the column that names its noun. */
export function nameOfRow(
  { name = '', person = [] }: Pick<NounDeclaration, 'name' | 'person'>,
  row: FoundRow,
): string {
  const full = person.map((column) => textIn(row, column)).join(' ');
  return full.trim() || textIn(row, name);
}

function textIn(row: FoundRow, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : '';
}
