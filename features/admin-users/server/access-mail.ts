/** Mails to admins whose sign-in or permissions were changed. Specification: Admin users. */
import type { Permission } from '../../../core/access.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { sendMail } from '../../../server/mail/mail.ts';
import { namedPermissions } from '../rules.ts';

type Access = { email: string; program_id: number; permissions: readonly Permission[]; password?: string };

/**
 * Mails whose account somebody else has changed, at the address of before and, where that is another now, at both. Of one's
 * own changes a new email alone, at the address of before: whoever has stolen the password would leave with the account.
 */
export async function mailAccessChange(
  tx: TransactionContext,
  id: number,
  { before, after }: { before: Access; after: Access },
): Promise<void> {
  const { actor, db, platform } = tx;
  const isOwn = id === actor.admin_id;
  if (isOwn && before.email === after.email) return;
  const changes = await changesIn(tx, before, after);
  if (changes.length === 0) return;
  const body_text = `${isOwn ? before.email : actor.email} changed your Provost account:

${changes.map((line) => `- ${line}`).join('\n')}

You were signed out. Sign in again at ${platform.config.publicUrl}

${isOwn ? "If it wasn't you, tell an administrator now." : unexpected(actor.email)}
`;
  for (const to_address of new Set(isOwn ? [before.email] : [before.email, after.email]))
    await sendMail(db, { to_address, subject: 'Your Provost account was changed', body_text });
}

/** Mails whose account somebody else has removed. */
export async function mailRemoval({ actor, db }: TransactionContext, email: string): Promise<void> {
  const body_text = `${actor.email} removed your Provost account. You were signed out and can no longer sign in.

${unexpected(actor.email)}
`;
  await sendMail(db, { to_address: email, subject: 'Your Provost account was removed', body_text });
}

function unexpected(by: string): string {
  return `If you didn't expect this change, tell an administrator other than ${by} now.`;
}

async function changesIn(tx: TransactionContext, before: Access, after: Access): Promise<string[]> {
  const programs = [await nameOf(tx, before.program_id), await nameOf(tx, after.program_id)];
  return [
    ...(before.email === after.email ? [] : [`Email: ${before.email} → ${after.email}`]),
    ...(after.password ? ['Password: a new one was set'] : []),
    ...(before.program_id === after.program_id ? [] : [`Program: ${programs.join(' → ')}`]),
    ...(listed(before) === listed(after) ? [] : [`Permissions: ${listed(before)} → ${listed(after)}`]),
  ];
}

function listed({ permissions }: Access): string {
  return (
    namedPermissions(permissions)
      .map(({ name }) => name)
      .join(', ') || 'none'
  );
}

async function nameOf({ db }: TransactionContext, program_id: number): Promise<string> {
  if (program_id === 0) return 'all programs';
  const program = await db
    .selectFrom('programs')
    .select('program_display_name')
    .where('id', '=', program_id)
    .executeTakeFirst();
  return program?.program_display_name ?? `program ${program_id}`;
}
