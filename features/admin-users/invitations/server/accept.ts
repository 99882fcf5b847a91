import { sql } from 'kysely';
import { refuse } from '../../../../core/errors.ts';
import { type Call, transactWithoutTenantScope } from '../../../../server/context.ts';
import { networkOf } from '../../../../server/http/network.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { hashPassword } from '../../../../server/passwords/password-hashes.ts';
import { checkStaffPassword } from '../../../../server/passwords/staff-passwords.ts';
import { keepSecurity } from '../../../auth/security/server/security-settings.ts';
import { digestOf } from '../../../auth/server/refresh-tokens.ts';
import { countCall, refuseGuesser } from '../../../auth/server/reset-requests.ts';
import { refuseShutPassword } from '../../../auth/server/shut-passwords.ts';
import { openFor, tokensOf } from '../../../auth/server/sign-in.ts';

/** 400 for a link that does not work, whatever the reason; 429 after many of them, as for links that set a password. */
export async function openInvitation(context: Call, token: string) {
  await refuseGuesser(context);
  const { rows } = await sql<{ email: string; invited_by: string | null; ends_at: string }>`
    select a.email, b.email as invited_by, i.expires_at as ends_at
    from admin_invitations i
    join admins a on a.id = i.admin_id
    left join admins b on b.id = i.invited_by
    where i.token_hash = ${digestOf(token)} and i.used_at is null and i.ended_at is null
      and i.expires_at > provost_now() and a.deleted_at is null`.execute(
    context.platform.database.everything,
  );
  const [invitation] = rows;
  if (invitation) return invitation;
  await countCall(context, 'guess');
  return refuseInvitation();
}

/** Sets the password and opens a session; of two calls with one link one does. As {@link openInvitation}; a password not allowed leaves the link valid; 403 if shut. */
export async function acceptInvitation(
  context: Call,
  { token, password }: { token: string; password: string },
) {
  checkStaffPassword('password', password, context.platform.config.passwordMinLength);
  const { email } = await openInvitation(context, token);
  refuseShutPassword(context, email);
  const password_hash = await hashPassword(password, networkOf(context.address));
  const opened = await transactWithoutTenantScope(context, async (tx) => {
    await keepSecurity(tx.db);
    const { rows } = await sql<{ admin_id: number | null }>`
      select accept_invitation(${digestOf(token)}, ${password_hash}) as admin_id`.execute(tx.db);
    const admin = await tx.db
      .selectFrom('admins')
      .select(['id', 'program_id'])
      .where('id', '=', rows[0]?.admin_id ?? null)
      .executeTakeFirst();
    if (!admin) refuseInvitation();
    const { id: admin_id, program_id } = admin;
    await audit(tx, {
      entity: 'admin',
      entity_id: admin_id,
      action: 'accept_invitation',
      admin_id,
      program_id,
    });
    return openFor(tx, admin.id);
  });
  return tokensOf(context, opened);
}

/** Uses the same words for a link that was used, has expired, was withdrawn, or never was one. */
function refuseInvitation(): never {
  refuse(400, 'This invitation was used or has ended. Ask your administrator for a new one.');
}
