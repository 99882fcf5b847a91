import { sql } from 'kysely';
import type { Trx } from './client.ts';

/** Runs work within a savepoint. An error for which `refusedBy` answers leaves nothing, and its answer is the result; for null it is thrown on. */
export async function inSavepoint<Result, Refused>(
  trx: Trx,
  work: () => Promise<Result>,
  refusedBy: (error: unknown) => Refused | null,
): Promise<Result | Refused> {
  await sql`savepoint within`.execute(trx);
  try {
    const result = await work();
    await sql`release savepoint within`.execute(trx);
    return result;
  } catch (error) {
    const refused = refusedBy(error);
    if (refused === null) throw error;
    await sql`rollback to savepoint within`.execute(trx);
    return refused;
  }
}
