import { sql } from 'kysely';
import type { Trx } from '../client.ts';
import type { DB } from '../types.ts';

/** Advances an id sequence past fixed ids by drawing from it: the server's role may not set it. */
export async function skipIds(trx: Trx, table: keyof DB, last: number): Promise<void> {
  await sql`
    select count(nextval(pg_get_serial_sequence(${table}, 'id'))) from generate_series(1, ${last}::int)`.execute(
    trx,
  );
}
