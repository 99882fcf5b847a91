import { sql } from 'kysely';
import { type Db, lock, type Trx } from '../../../../server/db/client.ts';

/** Holds what {@link countWrongCodes} counts, until the transaction ends; before a code is spent, or each could wait for the other. */
export async function holdWrongCodes(trx: Trx, adminId: number): Promise<void> {
  await lock(trx, `wrong codes of ${adminId}`);
}

/** Counts a wrong code of an account, and forgets those of before with a right one; returns the number in a row. */
export async function countWrongCodes(db: Db, adminId: number, isRight: boolean): Promise<number> {
  const counted = await db
    .updateTable('recovery_codes')
    .set({ wrong_codes: isRight ? 0 : sql`wrong_codes + 1` })
    .where('admin_id', '=', adminId)
    .returning('wrong_codes')
    .execute();
  return Math.max(0, ...counted.map(({ wrong_codes }) => wrong_codes));
}
