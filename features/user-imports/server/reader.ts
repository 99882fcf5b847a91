import type { Context } from '../../../server/context.ts';
import type { ImportRow } from '../../imports/server/import-row.ts';
import type { Field, Mapping } from '../rules.ts';
import type { Rules } from './judge-rows.ts';
import { readPlaces } from './places.ts';
import type { Reader } from './read-person.ts';

/** Rows of one transaction; fewer where they may have passwords, which take long to hash. */
const ROWS_PER_PART = 500;
const WITH_PASSWORDS = 100;

export function rowsPerPart({ mapping }: Pick<ImportRow, 'mapping'>): number {
  return Object.values(mapping).includes('password') ? WITH_PASSWORDS : ROWS_PER_PART;
}

export async function howToRead(context: Context, row: ImportRow): Promise<{ reader: Reader; rules: Rules }> {
  const { headers, import_create, import_update, import_class_enrol } = row;
  const mapping = row.mapping as Mapping;
  const places = await readPlaces(context);
  const byField = new Map(Object.entries(mapping).map(([header, field]) => [field, header]));
  return {
    reader: { headers, mapping, places, classes: import_class_enrol },
    rules: {
      create: import_create,
      update: import_update,
      enrol: import_class_enrol,
      inactive: (program_id) => places.inactive(program_id),
      columnOf: (field: Field) => byField.get(field) ?? field,
    },
  };
}
