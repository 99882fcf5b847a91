/** The mail that an account's address was changed. Specification: Site users; Mail. */
import type { TransactionContext } from '../../../server/context.ts';
import { linesOf } from '../../email-templates/server/own-mail.ts';
import { mailAddresses } from '../payment-settings/server/payee-changes.ts';

/** Queues it with the transaction, to the new address and to those of before; `before` is the one that was left. */
export async function emailChangedMail(tx: TransactionContext, id: number, before: string): Promise<void> {
  const user = await tx.db
    .selectFrom('site_users as u')
    .leftJoin('programs as p', 'p.id', 'u.program_id')
    .select(['u.first_name', 'p.program_display_name', 'p.support_email'])
    .where('u.id', '=', id)
    .executeTakeFirstOrThrow();
  const program = user.program_display_name ?? 'our site';
  const ask = "If you didn't request this change, contact us now";
  const { html, text } = linesOf(
    user.first_name ? `Hello ${user.first_name},` : 'Hello,',
    '',
    `The email address of your account at ${program} was changed. It was ${before}. From now on, emails go to the new address.`,
    '',
    user.support_email ? `${ask}: ${user.support_email}` : `${ask}.`,
  );
  await mailAddresses(tx, id, {
    subject: `Your email address at ${program} was changed`,
    body_text: `${text}\n`,
    body_html: html,
  });
}
