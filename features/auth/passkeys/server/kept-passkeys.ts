/** Passkeys as they are kept, and what each of them proves. Specification: Accounts. */
import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';
import type { Db } from '../../../../server/db/client.ts';
import type { ShownPasskey } from '../../passkey-schemas.ts';
import { claimedChallenge, verifiedUse } from './ceremonies.ts';
import { type Purpose, spendChallenge } from './challenges.ts';
import { relyingPartyOf } from './relying-party.ts';

export async function passkeysOf(db: Db, adminId: number) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'credential_id', 'transports', 'user_handle', 'multi_device'])
    .select(['created_at', 'last_used_at'])
    .where('admin_id', '=', adminId)
    .orderBy('id')
    .execute();
}

/** Names the passkeys of an account for a mail about its password, which leaves them as they are; empty where it has none. */
export async function passkeysInWords(db: Db, adminId: number): Promise<string> {
  const kept = await passkeysOf(db, adminId);
  if (kept.length === 0) return '';
  const named = kept.map(({ name, created_at }) => `“${name}”, added on ${created_at.slice(0, 10)}`);
  return `These passkeys still sign in, without a password: ${named.join('; ')}. Remove those you don't know on My account.`;
}

export async function dropPasskeys({ db }: TransactionContext, adminId: number): Promise<boolean> {
  const dropped = await db.deleteFrom('passkeys').where('admin_id', '=', adminId).returning('id').execute();
  return dropped.length > 0;
}

/** Returns the account of a credential, which proves nothing of whoever named it. */
export function accountNamedBy(db: Db, { id }: ShownPasskey) {
  return db
    .selectFrom('passkeys as p')
    .innerJoin('admins as a', 'a.id', 'p.admin_id')
    .select(['a.id', 'a.program_id'])
    .where('p.credential_id', '=', idOf(id))
    .executeTakeFirst();
}

/** Returns whose a passkey shown for a challenge is; null where anything is wrong: challenge (used up anyhow), origin, signature, counter, or not `expected`. */
export async function spendPasskey(
  tx: TransactionContext,
  shown: ShownPasskey,
  purpose: Purpose,
  expected?: number,
): Promise<number | null> {
  const party = relyingPartyOf(tx.platform);
  const challenge = await claimedChallenge(shown.client_data);
  if (!party || challenge === null || !(await spendChallenge(tx, purpose, challenge))) return null;
  const kept = await tx.db
    .selectFrom('passkeys')
    .select(['id', 'admin_id', 'public_key', 'user_handle', 'counter'])
    .where('credential_id', '=', idOf(shown.id))
    .forUpdate()
    .executeTakeFirst();
  if (!kept || (expected !== undefined && kept.admin_id !== expected)) return null;
  if (!isHandleRight(shown, kept.user_handle, expected === undefined)) return null;
  const used = await verifiedUse(party, challenge, shown, { ...kept, counter: Number(kept.counter) });
  if (!used) return null;
  await tx.db
    .updateTable('passkeys')
    .set({ ...used, last_used_at: sql`provost_now()` })
    .where('id', '=', kept.id)
    .execute();
  return kept.admin_id;
}

/** Tells whether the authenticator names the owner; it has to where nobody has said yet who signs in. */
function isHandleRight({ user_handle }: ShownPasskey, kept: Buffer, isNeeded: boolean): boolean {
  return user_handle === undefined ? !isNeeded : kept.equals(Buffer.from(user_handle, 'base64url'));
}

function idOf(id: string): Buffer {
  return Buffer.from(id, 'base64url');
}
