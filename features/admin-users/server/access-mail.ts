/** Mails to admins whose sign-in or permissions others changed. Specification: Admin users. */
import type { Permission } from '../../../core/access.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { sendMail } from '../../../server/mail/mail.ts';
import { namedPermissions } from '../rules.ts';

type Access = { email: string; program_id: number; permissions: readonly Permission[]; password?: string };

/** Mails whose account somebody else has changed, at the address of before and, where that is another now, at both. */
export async function mailAccessChange(
  tx: TransactionContext,
  id: number,
  { before, after }: { before: Access; after: Access },
): Promise<void> {
  const { actor, db, platform } = tx;
  if (id === actor.admin_id) return;
  const changes = await changesIn(tx, before, after);
  if (changes.length === 0) return;
  const body_text = `${actor.email} changed your Provost account:

${changes.map((line) => `- ${line}`).join('\n')}

You were signed out. Sign in again at ${platform.config.publicUrl}

If you didn't expect this change, tell an administrator other than ${actor.email} now.
`;
  for (const to_address of new Set([before.email, after.email]))
    await sendMail(db, { to_address, subject: 'Your Provost account was changed', body_text });
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
