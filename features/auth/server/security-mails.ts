/** Mails to staff about what happened to their sign-in. Specification: Accounts. */
import { sql } from 'kysely';
import type { TransactionContext } from '../../../server/context.ts';
import { sendMail } from '../../../server/mail/mail.ts';

type Letter = { subject: string; text: string };

/** Queues a mail to an account; whoever did not do it is told what to do. */
export async function mailSecurity(
  { db, platform }: TransactionContext,
  to_address: string,
  { subject, text }: Letter,
): Promise<void> {
  const body_text = `${text}

If it wasn't you, change your password and end your sessions at ${platform.config.publicUrl}/account, and tell an administrator.
`;
  await sendMail(db, { to_address, subject, body_text });
}

/** Queues a mail about changed access, at every address that the account has or had within 30 days. */
export async function mailOfChange(
  tx: TransactionContext,
  { id, email }: { id: number; email: string },
  letter: Letter,
): Promise<void> {
  for (const address of await addressesOf(tx, id, [email])) await mailSecurity(tx, address, letter);
}

/** Returns `known` and the addresses that an account had within 30 days, each once: whoever takes it over changes its email first. */
export async function addressesOf(
  { db }: TransactionContext,
  id: number,
  known: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select distinct e.before ->> 'email' as email from audit_entries e
    where e.entity = 'admin' and e.entity_id = ${String(id)} and e.at > provost_now() - interval '30 days'
      and e.before ->> 'email' <> e.after ->> 'email' order by 1`.execute(db);
  return new Set([...known, ...rows.map(({ email }) => email)]);
}
