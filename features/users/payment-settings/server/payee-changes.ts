import { sql } from 'kysely';
import { isGlobal } from '../../../../core/access.ts';
import type { Context, TransactionContext } from '../../../../server/context.ts';
import type { Db } from '../../../../server/db/client.ts';
import { olderThan } from '../../../../server/work/sweep.ts';
import { MAX_NEW_ACCOUNT_DAYS } from '../rules.ts';

/**
 * Queues a mail to every address that the user has or had within 30 days, with the transaction, and notes that they were told
 * of everything that has changed until now. Above programs alone: staff of one say what changed after their save, by
 * `tellOfChanges`, as a statement in their name could note as told what nobody was told.
 */
export async function mailAddresses(
  { db }: TransactionContext,
  id: number,
  { subject, body_text, body_html }: { subject: string; body_text: string; body_html: string },
): Promise<void> {
  await sql`
    insert into mails (to_address, subject, body_text, body_html)
    select a.email, ${subject}, ${body_text}, ${body_html} from payee_addresses(${id}) a`.execute(db);
  await db
    .updateTable('payee_changes')
    .set({ told_at: sql`provost_now()` })
    .where('user_id', '=', id)
    .where('told_at', 'is', null)
    .execute();
}

/** Returns unnotified changes of a user: the previous address, if that changed, and whether details did. */
export async function untoldChanges(
  { db }: Context,
  id: number,
): Promise<{ email_before: string | null; details: boolean }> {
  const rows = await db
    .selectFrom('payee_changes')
    .select(['kind', 'email_before'])
    .where('user_id', '=', id)
    .where('told_at', 'is', null)
    .orderBy('id')
    .execute();
  return {
    email_before: rows.find(({ email_before }) => email_before !== null)?.email_before ?? null,
    details: rows.some(({ kind }) => kind === 'details'),
  };
}

/** Notes what `work` changes of a held user as made by the actor, who may not approve it. For global admins: the database knows who a session is of. */
export async function inName<Done>(
  { db, actor, site }: TransactionContext,
  user_id: number,
  work: () => Promise<Done>,
): Promise<Done> {
  if (site || !isGlobal(actor) || actor.admin_id === 0) return work();
  await sql`select from site_users where id = ${user_id} for no key update`.execute(db);
  const { id: last } = await db
    .selectFrom('payee_changes')
    .select((eb) => eb.fn.coalesce(eb.fn.max<number>('id'), eb.val(0)).as('id'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  const done = await work();
  await db
    .updateTable('payee_changes')
    .set({ changed_by: actor.admin_id })
    .where('user_id', '=', user_id)
    .where('id', '>', Number(last))
    .where('changed_by', 'is', null)
    .execute();
  return done;
}

/** Forgets changes that no setting can ask for any more and nobody has to approve, and the addresses that go with them: a {@link Sweep}. */
export async function sweepPayeeChanges(db: Db, limit: number): Promise<number> {
  const old = db
    .selectFrom('payee_changes')
    .select('id')
    .where(olderThan('at', MAX_NEW_ACCOUNT_DAYS + 1))
    .where(sql<boolean>`not (needs_approval and approved_at is null)`)
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('payee_changes').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
