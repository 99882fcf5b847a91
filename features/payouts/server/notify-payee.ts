import { sql } from 'kysely';
import { notFound, refuse } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { siteAddress } from '../../programs/server/site-address.ts';
import { GLOBAL_SITE } from '../../transactions/rules.ts';
import { mailUser } from '../../users/server/user-mail.ts';
import { NOTIFY_HOURS } from '../rules.ts';
import { paymentMail } from './payment-mail.ts';

/** Mails a user that money is waiting and how to be paid; returns the moment. 404 for an invisible user, 400 without earnings or within 24 hours. */
export async function notifyPayee(context: Context, id: number): Promise<string> {
  return transact(context, async (tx) => {
    const { db, actor, platform } = tx;
    await lock(db, `payment notification of ${id}`);
    const user = await db
      .selectFrom('site_users as u')
      .leftJoin('programs as p', 'p.id', 'u.program_id')
      .leftJoin('payment_settings as s', 's.user_id', 'u.id')
      .select([
        'u.first_name',
        'u.last_name',
        'u.locale',
        'u.program_id',
        'p.program_display_name',
        'p.program_tag',
        's.paid_by',
      ])
      .where('u.id', '=', id)
      .where('u.del_status', '=', 0)
      .where(visibleTo(actor, 'u.program_id'))
      .executeTakeFirst();
    if (!user) notFound();
    if (!(await earns(tx, id))) refuse(400, 'This payee has no money due');
    const last = await db
      .selectFrom('payment_notifications')
      .select('sent_at')
      .where('user_id', '=', id)
      .orderBy('sent_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last && Date.now() - Date.parse(last.sent_at) < NOTIFY_HOURS * 3_600_000)
      refuse(
        400,
        `Already notified on ${inUtc(last.sent_at)}. You can notify a payee once in ${NOTIFY_HOURS} hours`,
      );
    const { sent_at } = await db
      .insertInto('payment_notifications')
      .values({ user_id: id, admin_id: actor.admin_id || null })
      .returning('sent_at')
      .executeTakeFirstOrThrow();
    const site = user.program_tag === null ? '' : siteAddress(platform, user.program_tag);
    const mail = await paymentMail(db, { ...user, program: user.program_display_name ?? GLOBAL_SITE, site });
    await mailUser(tx, id, mail);
    const { program_id } = user;
    await audit(tx, { entity: 'site_user', entity_id: id, action: 'notify_payment', program_id });
    return sent_at;
  });
}

/** True for open lines or attendances as instructor. */
async function earns({ db }: TransactionContext, id: number): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from charge_lines l where l.user_id = ${id} and l.payout_id is null and l.amount > l.refunded)
      or exists (select from payout_adjustments a where a.user_id = ${id} and a.payout_id is null and a.amount > 0)
      or exists (select from attendances t where t.instructor_id = ${id})`.execute(db);
  return rows.length > 0;
}

/** Formats a moment as 2026-11-22 14:05 UTC. */
function inUtc(moment: string): string {
  return `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`;
}
