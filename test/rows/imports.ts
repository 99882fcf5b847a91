/** Imports for tests. */
import type { Insertable } from 'kysely';
import type { Db } from '../../server/db/client.ts';
import type { Imports } from '../../server/db/types.ts';

let made = 0;

/** Makes an import that is over, of no file, unless `values` say otherwise. */
export async function makeImport(
  db: Db,
  values: Omit<Partial<Insertable<Imports>>, 'mapping'> & { kind: string; mapping: Record<string, string> },
): Promise<number> {
  const { mapping, ...others } = values;
  const headers = Object.keys(mapping);
  const { id } = await db
    .insertInto('imports')
    .values({
      file_name: 'rows.csv',
      bytes: 1,
      sha256: Buffer.alloc(32, ++made),
      encoding: 'utf-8',
      separator: ',',
      headers: JSON.stringify(headers),
      samples: JSON.stringify(Object.fromEntries(headers.map((header) => [header, []]))),
      mapping: JSON.stringify(mapping),
      import_update: true,
      import_create: true,
      dry_run: true,
      state: 'done',
      ...others,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
