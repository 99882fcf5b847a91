/** The mail that tells somebody of their new account. Specification: Site users. */
import { visibleTo, type Within } from '../../../server/context.ts';
import { siteAddress } from './site-address.ts';
import { mailUser } from './user-mail.ts';

/** Queues it with the transaction; somebody `imported` may have no password yet, and is told how to set one. */
export async function welcomeMail(within: Within, id: number, { imported = false } = {}): Promise<void> {
  const { db, actor, platform } = within;
  const { email, first_name, program_display_name, program_tag } = await db
    .selectFrom('site_users as u')
    .innerJoin('programs as p', 'p.id', 'u.program_id')
    .select(['u.email', 'u.first_name', 'p.program_display_name', 'p.program_tag'])
    .where('u.id', '=', id)
    .where(visibleTo(actor, 'u.program_id'))
    .executeTakeFirstOrThrow();
  const password = imported
    ? 'If you have no password yet, choose “Forgot password” there to set one.'
    : 'Your password is not in this mail; “Forgot password” there sets a new one.';
  await mailUser(within, id, {
    subject: `Welcome to ${program_display_name}`,
    body_text: `Hello${first_name && ` ${first_name}`},

you have an account at ${program_display_name}. Sign in with ${email}:
${siteAddress(platform, program_tag)}

${password}
`,
  });
}
