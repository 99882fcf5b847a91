/** Mail to people of the program sites. Specification: Site users; Mail. */
import { sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import { notFound } from '../../../core/errors.ts';
import { type TransactionContext, visibleTo } from '../../../server/context.ts';
import { type Mail, sendMail } from '../../../server/mail/mail.ts';

/** Queues a mail to a user whom the caller sees, with the transaction it belongs to; mails themselves are closed to a program's staff and site. */
export async function mailUser(
  { db, actor, site }: TransactionContext,
  id: number,
  { subject, body_text, body_html, secret_seed }: Omit<Mail, 'to_address' | 'attachments'>,
): Promise<void> {
  if (site || !isGlobal(actor)) {
    const mailing = sql.raw(site ? 'mail_site_user' : 'mail_own_user');
    await sql`select ${mailing}(${id}, ${subject}, ${body_text}, ${body_html ?? null}, ${secret_seed ?? null})`.execute(
      db,
    );
    return;
  }
  const user = await db
    .selectFrom('site_users')
    .select('email')
    .where('id', '=', id)
    .where(visibleTo(actor, 'program_id'))
    .executeTakeFirst();
  const to_address = user?.email ?? notFound();
  await sendMail(db, {
    to_address,
    subject,
    body_text,
    ...(body_html !== undefined && { body_html }),
    ...(secret_seed !== undefined && { secret_seed }),
  });
}
