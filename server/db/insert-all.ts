import { type Insertable, sql } from 'kysely';
import type { Db } from './client.ts';
import type { DB } from './types.ts';

const ROWS_AT_ONCE = 5000;

/** Inserts rows in order; all must have the same columns. */
export async function insertAll<Table extends keyof DB>(
  trx: Db,
  table: Table,
  rows: readonly Insertable<DB[Table]>[],
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    const json = JSON.stringify(rows.slice(first, first + ROWS_AT_ONCE));
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(trx);
  }
}
