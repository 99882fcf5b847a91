import { type RawBuilder, sql } from 'kysely';
import { isGlobal } from '../../../../core/access.ts';
import { refuse, refuseForNow } from '../../../../core/errors.ts';
import { must } from '../../../../core/must.ts';
import { type Call, type TransactionContext, transact } from '../../../../server/context.ts';
import { lock } from '../../../../server/db/client.ts';
import { refuseEndedSession, refuseFormerActor } from '../../../../server/http/session.ts';
import { changing, type RowOf } from '../../../../server/nouns/changing.ts';
import { NO_PASSWORD } from '../../../../server/passwords/password-hashes.ts';
import type { AdminUser, NewAdminUser } from '../../contract.ts';
import { checkOver, checkWish } from '../../server/admin-user-rules.ts';
import { ADMIN, makeAdminUser, readAdminUser } from '../../server/admin-users.ts';

/** The most links to one email within an hour, to protect the mailbox, of whatever accounts. */
export const MOST_AN_HOUR = 5;

const MOST_OF_ONE_ADMIN = 100;

/** Makes an account without a password; the link to set one is mailed by `mail-invitations`. Refuses as creating an admin user does. */
export async function inviteAdminUser(
  call: Call,
  wish: Pick<NewAdminUser, 'email' | 'program_id' | 'permissions'>,
): Promise<AdminUser> {
  await checkWish(call, wish);
  return transact(call, async (tx) => {
    await refuseLostRights(tx);
    await refuseMany(tx, wish.email);
    const id = await makeAdminUser(tx, wish, NO_PASSWORD, (inside, admin_id) => invite(inside, admin_id));
    return readAdminUser(tx, id);
  });
}

/** Ends the link that stands and makes another. 404 for an unseen admin; 403 where it holds more than the caller; 400 with a password; 429 after five an hour. */
export function resendInvitation(call: Call, id: number): Promise<AdminUser> {
  return overInvited(call, id, 'invite', async (tx, { email }) => {
    await refuseMany(tx, email);
    await endOpen(tx, id);
    await invite(tx, id);
  });
}

/** Ends the link; the account stays, without a password. Refuses as {@link resendInvitation} does, but for the number. */
export function withdrawInvitation(call: Call, id: number): Promise<AdminUser> {
  return overInvited(call, id, 'withdraw_invitation', (tx) => endOpen(tx, id));
}

function overInvited(
  call: Call,
  id: number,
  action: string,
  work: (tx: TransactionContext, row: { email: string }) => Promise<void>,
): Promise<AdminUser> {
  return transact(call, async (tx) => {
    await refuseLostRights(tx);
    await changing(tx, ADMIN, { id }, action, async (inside, row) => {
      checkOver(call.actor, row);
      refuseSignedUp(row);
      const before = { invitation_ends_at: await endOf(inside, id) };
      await work(inside, row);
      return { before, after: { invitation_ends_at: await endOf(inside, id) } };
    });
    return readAdminUser(tx, id);
  });
}

/** 401 where the caller lost its rights since the call began. */
async function refuseLostRights(tx: Call & TransactionContext): Promise<void> {
  await refuseFormerActor(tx);
  if (isGlobal(tx.actor)) await refuseEndedSession(tx);
}

function refuseSignedUp({ password_hash }: RowOf<typeof ADMIN>): void {
  if (password_hash !== NO_PASSWORD) refuse(400, 'This admin user already has a password');
}

async function invite({ db, actor }: TransactionContext, admin_id: number): Promise<void> {
  await db
    .insertInto('admin_invitations')
    .values({ admin_id, invited_by: actor.admin_id || null })
    .execute();
}

async function endOpen({ db }: TransactionContext, admin_id: number): Promise<void> {
  await db
    .updateTable('admin_invitations')
    .set({ ended_at: sql`provost_now()` })
    .where('admin_id', '=', admin_id)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
}

/** Returns the end of the open link, which may have passed; null where none is open. */
async function endOf({ db }: TransactionContext, admin_id: number): Promise<string | null> {
  const open = await db
    .selectFrom('admin_invitations')
    .select('expires_at')
    .where('admin_id', '=', admin_id)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return open?.expires_at ?? null;
}

/** Counts accounts that have been removed as well: one could be made after the other for the same mailbox. */
async function refuseMany({ db, actor }: TransactionContext, email: string): Promise<void> {
  await lock(db, `invitations to ${email.toLowerCase()}`);
  await lock(db, `invitations by ${actor.admin_id}`);
  const { rows } = await sql<{ to_email: number | null; by_admin: number | null }>`
    select ${oldestOf(sql`i.admin_id in (select a.id from admins a where lower(a.email) = lower(${email}))`, MOST_AN_HOUR)} as to_email,
      ${oldestOf(sql`i.invited_by = ${actor.admin_id}`, MOST_OF_ONE_ADMIN)} as by_admin`.execute(db);
  const { to_email, by_admin } = must(rows[0], 'seconds to wait');
  if (to_email !== null) refuseForNow('Too many invitations to this email.', Math.max(to_email, 1));
  if (by_admin !== null) refuseForNow('You have sent many invitations.', Math.max(by_admin, 1));
}

/** Seconds until there is room for one more of them within an hour; null where there is now. */
function oldestOf(whose: RawBuilder<unknown>, most: number): RawBuilder<unknown> {
  return sql`(select ceil(extract(epoch from i.created_at + interval '1 hour' - provost_now()))::integer
    from admin_invitations i where ${whose} and i.created_at > provost_now() - interval '1 hour'
    order by i.created_at desc offset ${most - 1} limit 1)`;
}
