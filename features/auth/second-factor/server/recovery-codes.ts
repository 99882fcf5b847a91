import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';
import { hashOfSecret } from '../../../../server/keys.ts';
import { hashOfCode } from '../../../../server/passwords/password-hashes.ts';
import { RECOVERY_CODES } from '../contract.ts';

/** Letters and digits that nobody takes for another (Crockford's base 32): ten of them are 50 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HALF = 5;

/** Bytes of the salt that stands before each hash; the codes of one set share it, so that a try costs one hash. */
const SALT = 16;
/** Bytes of a hash of before, which had no salt. */
const UNSALTED = 32;

/** Makes codes in the place of all before; only their hashes are kept. */
export async function makeRecoveryCodes(tx: TransactionContext, adminId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`);
  const salt = randomBytes(SALT);
  const hashes = await Promise.all(codes.map((code) => saltedHash(code, salt)));
  await dropRecoveryCodes(tx, adminId);
  await tx.db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ admin_id: adminId, code_hash })))
    .execute();
  return codes;
}

export async function dropRecoveryCodes({ db }: TransactionContext, adminId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute();
}

/** Spends a code and answers how many are left; null for a wrong or spent one. */
export async function spendRecoveryCode(
  { db }: TransactionContext,
  adminId: number,
  code: string,
): Promise<number | null> {
  const any = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('admin_id', '=', adminId)
    .where('used_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!any) return null;
  const spent = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql`provost_now()` })
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', await hashLike(any.code_hash, code))
    .where('used_at', 'is', null)
    .returning('admin_id')
    .executeTakeFirst();
  return spent ? recoveryCodesLeft({ db }, adminId) : null;
}

export async function recoveryCodesLeft(
  { db }: Pick<TransactionContext, 'db'>,
  adminId: number,
): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('admin_id', '=', adminId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

function hashLike(kept: Buffer, code: string): Promise<Buffer> | Buffer {
  return kept.length === UNSALTED ? hashOfSecret(plain(code)) : saltedHash(code, kept.subarray(0, SALT));
}

async function saltedHash(code: string, salt: Buffer): Promise<Buffer> {
  return Buffer.concat([salt, await hashOfCode(plain(code), salt)]);
}

function half(): string {
  return Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Returns a code as it is hashed: without its separators, and with digits for the letters that look like them. */
function plain(code: string): string {
  return code.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0');
}
