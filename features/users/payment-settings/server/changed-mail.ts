import type { TransactionContext } from '../../../../server/context.ts';
import { couldHide, linesOf, ownMail } from '../../../email-templates/server/own-mail.ts';
import { siteAddress } from '../../../programs/server/site-address.ts';
import { mailAddresses } from './payee-changes.ts';

/**
 * Queues it with the transaction, to the user's addresses of the last 30 days; `what` was changed, in words and never to what.
 * Whoever changes that quietly may have saved a template that hides it: where one could, Provost's own words follow in a mail
 * of their own (docs/decisions/113-a-warning-is-seen.md).
 */
export async function paymentChangedMail(
  tx: TransactionContext,
  id: number,
  what: readonly string[],
): Promise<void> {
  const { db, platform } = tx;
  const user = await db
    .selectFrom('site_users as u')
    .leftJoin('programs as p', 'p.id', 'u.program_id')
    .select(['u.first_name', 'u.last_name', 'u.locale', 'u.program_id'])
    .select(['p.program_display_name', 'p.program_tag', 'p.support_email'])
    .where('u.id', '=', id)
    .executeTakeFirstOrThrow();
  const program = user.program_display_name ?? 'our site';
  const asked = "If you requested this change, you don't need to do anything. If you didn't, contact us now";
  const saying = {
    template: 'payment_changed',
    program_id: user.program_id,
    locale: user.locale,
    needsContent: true,
    values: () => ({
      instructor_first_name: user.first_name,
      instructor_last_name: user.last_name,
      instructor_profile_url: user.program_tag === null ? '' : siteAddress(platform, user.program_tag),
      program_name: program,
      content: linesOf(
        `Your payout details at ${program} were changed:`,
        '',
        ...what.map((line) => `- ${line}`),
        '',
        user.support_email ? `${asked}: ${user.support_email}` : `${asked}.`,
      ),
    }),
  } as const;
  const mail = await ownMail(db, saying);
  await mailAddresses(tx, id, mail);
  if (couldHide(mail)) await mailAddresses(tx, id, await ownMail(db, { ...saying, builtIn: true }));
}
