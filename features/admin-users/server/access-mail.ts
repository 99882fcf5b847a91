import { sql } from 'kysely';
import type { Permission } from '../../../core/access.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { sendMail } from '../../../server/mail/mail.ts';
import { NO_PASSWORD } from '../../../server/passwords/password-hashes.ts';
import { passkeysInWords } from '../../auth/passkeys/server/kept-passkeys.ts';
import { addressesOf } from '../../auth/server/security-mails.ts';
import { namedPermissions } from '../rules.ts';

type Access = { email: string; program_id: number; permissions: readonly Permission[]; password?: string };
type AccessChange = { before: Access; after: Access; invited?: boolean; factorless?: boolean };

/**
 * Mails whose account somebody else has changed, at every address of the last 30 days and the new one. Of one's own changes a
 * new email or password, at those of before: whoever has stolen the password would leave with the account.
 * `invited`: no password has been chosen yet, and the change ends the link that would set one. `factorless`: the change took
 * the second factor of the account.
 */
export async function mailAccessChange(
  tx: TransactionContext,
  id: number,
  { before, after, invited = false, factorless = false }: AccessChange,
): Promise<void> {
  const { actor, db, platform } = tx;
  const isOwn = id === actor.admin_id;
  if (isOwn && before.email === after.email && !after.password) return;
  const changes = await changesIn(tx, before, after);
  if (changes.length === 0) return;
  if (factorless) changes.push('Second factor and passkeys: removed with the email');
  const kept = after.password ? await passkeysInWords(db, id) : '';
  const by = isOwn ? before.email : actor.email || 'Your groups at single sign-on';
  const body_text = `${by} changed your Provost account:

${changes.map((line) => `- ${line}`).join('\n')}

${invited ? `The link of your invitation no longer works. Ask ${actor.email} for a new one.` : `You were signed out. Sign in again at ${platform.config.publicUrl}`}${kept && `\n\n${kept}`}

${isOwn ? "If it wasn't you, tell an administrator now." : unexpected(actor.email)}
`;
  const known = isOwn ? [before.email] : [before.email, after.email];
  for (const to_address of await addressesOf(tx, id, known))
    await sendMail(db, { to_address, subject: 'Your Provost account was changed', body_text });
}

/** Mails all other superadmins of an account that has become one: whoever did it may not be who they say. */
export async function mailNewSuperadmin(
  { actor, db, platform }: TransactionContext,
  { id, email }: { id: number; email: string },
): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select a.email from admins a where a.deleted_at is null and 'superadmin' = any (a.permissions)
      and a.id <> ${id} and a.id <> ${actor.admin_id} and a.password_hash <> ${NO_PASSWORD} order by a.id`.execute(
    db,
  );
  const body_text = `${actor.email || 'Provost'} made ${email} a superadmin of Provost.

If you didn't expect this, remove the account now: ${platform.config.publicUrl}/admins
`;
  for (const { email: to_address } of rows)
    await sendMail(db, { to_address, subject: 'A new superadmin in Provost', body_text });
}

export async function mailRemoval({ actor, db }: TransactionContext, email: string): Promise<void> {
  const body_text = `${actor.email} removed your Provost account. You were signed out and can no longer sign in.

${unexpected(actor.email)}
`;
  await sendMail(db, { to_address: email, subject: 'Your Provost account was removed', body_text });
}

/** `by` empty: nobody of the staff. */
function unexpected(by: string): string {
  if (by === '') return "If you didn't expect this change, tell an administrator now.";
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
