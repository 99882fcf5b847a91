/** What only the demo needs of inserting. */
import { sql } from 'kysely';
import type { Trx } from '../client.ts';
import type { DB } from '../types.ts';

/** Moves the id sequence past ids that were given by drawing from it: the server's role may not set one. */
export async function skipIds(trx: Trx, table: keyof DB, last: number): Promise<void> {
  await sql`
    select count(nextval(pg_get_serial_sequence(${table}, 'id'))) from generate_series(1, ${last}::int)`.execute(
    trx,
  );
}
