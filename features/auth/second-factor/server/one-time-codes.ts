import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { TransactionContext } from '../../../../server/context.ts';
import { decrypt, encrypt, oneTimeCodesOf } from '../../../../server/encryption.ts';

const STEP_SECONDS = 30;
/** Steps before and after the present one whose codes count, for clocks that are not quite right. */
const STEPS_OFF = 1;
const SECRET_BYTES = 20;
/** Minutes within which a new device has to show its first code. */
const PENDING_MINUTES = 30;
export const IS_CODE = /^\d{6}$/;

/** Makes the secret of a new device, which counts once {@link confirmSecret} has seen a code of it. */
export async function makeSecret(
  { db, platform }: TransactionContext,
  { id, email }: { id: number; email: string },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: SECRET_BYTES });
  const sealed = encrypt(platform.factorKey, oneTimeCodesOf(id), Buffer.from(secret.bytes));
  await db
    .insertInto('one_time_codes')
    .values({ admin_id: id, pending: true, sealed })
    .onConflict((row) =>
      row
        .columns(['admin_id', 'pending'])
        .doUpdateSet({ sealed, last_step: 0, created_at: sql`provost_now()` }),
    )
    .execute();
  return { secret: secret.base32, uri: totpOf(secret, email).toString() };
}

/** Puts the pending secret in the place of the one before by its first code; false for a wrong one, or where none is pending. */
export async function confirmSecret(tx: TransactionContext, adminId: number, code: string): Promise<boolean> {
  if (!(await spendCode(tx, adminId, code, true))) return false;
  await tx.db
    .deleteFrom('one_time_codes')
    .where('admin_id', '=', adminId)
    .where('pending', '=', false)
    .execute();
  await tx.db
    .updateTable('one_time_codes')
    .set({ pending: false, created_at: sql`provost_now()` })
    .where('admin_id', '=', adminId)
    .execute();
  return true;
}

/** Takes a code of the device and every code before it; of two calls with one code the second is refused with false. */
export async function spendCode(
  { db, platform }: TransactionContext,
  adminId: number,
  code: string,
  pending = false,
): Promise<boolean> {
  if (!IS_CODE.test(code)) return false;
  const kept = await db
    .selectFrom('one_time_codes')
    .select(['sealed', sql<number>`extract(epoch from provost_now()) * 1000`.as('now')])
    .where('admin_id', '=', adminId)
    .where('pending', '=', pending)
    .where(
      sql<boolean>`(not pending or created_at > provost_now() - make_interval(mins => ${PENDING_MINUTES}))`,
    )
    .executeTakeFirst();
  if (!kept) return false;
  const bytes = decrypt(platform.factorKey, oneTimeCodesOf(adminId), kept.sealed);
  const timestamp = Number(kept.now);
  const totp = totpOf(new Secret({ buffer: new Uint8Array(bytes).buffer }));
  const off = totp.validate({ token: code, timestamp, window: STEPS_OFF });
  if (off === null) return false;
  const step = totp.counter({ timestamp }) + off;
  const taken = await db
    .updateTable('one_time_codes')
    .set({ last_step: step })
    .where('admin_id', '=', adminId)
    .where('pending', '=', pending)
    .where('last_step', '<', step)
    .returning('last_step')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Removes the codes of an account, also those of a device that was never confirmed; false where none counted. */
export async function dropOneTimeCodes({ db }: TransactionContext, adminId: number): Promise<boolean> {
  const dropped = await db
    .deleteFrom('one_time_codes')
    .where('admin_id', '=', adminId)
    .returning('pending')
    .execute();
  return dropped.some(({ pending }) => !pending);
}

function totpOf(secret: Secret, label = ''): TOTP {
  return new TOTP({ issuer: 'Provost', label, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });
}
