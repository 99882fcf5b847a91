import { sql } from 'kysely';
import { refuse } from '../../../core/errors.ts';
import {
  asSystem,
  type Call,
  type TransactionContext,
  transactWithoutTenantScope,
} from '../../../server/context.ts';
import { networkOf } from '../../../server/http/network.ts';
import { secretOf, sendMail } from '../../../server/mail/mail.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { hashPassword } from '../../../server/passwords/password-hashes.ts';
import { checkStaffPassword } from '../../../server/passwords/staff-passwords.ts';
import type { Platform } from '../../../server/platform.ts';
import { passkeysInWords } from '../passkeys/server/kept-passkeys.ts';
import { keepSecurity } from '../security/server/security-settings.ts';
import { digestOf } from './refresh-tokens.ts';
import { resetMail } from './reset-mail.ts';
import { countCall, refuseGuesser } from './reset-requests.ts';
import { mailOfChange } from './security-mails.ts';
import { lockOut } from './sessions.ts';
import { refuseShutPassword } from './shut-passwords.ts';

export const LINK_SECONDS = 60 * 60;

/** Valid links of one account before further ones are spaced; none is ever refused for good. */
export const UNSPACED_LINKS = 3;

/** Seconds between two mails beyond those, to protect the mailbox. */
export const SPACING_SECONDS = 60;

const BATCH = 50;

/** Handles request, token and mail in one transaction. The token is stored nowhere: sending the mail derives it. */
export async function mailPasswordResets(platform: Platform, stopping?: AbortSignal): Promise<void> {
  let mailed = BATCH;
  while (mailed === BATCH && !stopping?.aborted) mailed = await mailBatch(platform);
}

/** Sets the password and ends the admin's sessions. 400 for an invalid token, or a password not allowed, which leaves the link valid; 429 after many. */
export async function changePassword(
  context: Call,
  { token, password }: { token: string; password: string },
) {
  const { database, config } = context.platform;
  checkStaffPassword('password', password, config.passwordMinLength);
  await refuseGuesser(context);
  const known = await database.everything
    .selectFrom('password_resets')
    .innerJoin('admins', 'admins.id', 'password_resets.admin_id')
    .select('admins.email')
    .where(usable(token))
    .executeTakeFirst();
  if (!known) {
    await countCall(context, 'guess');
    refuseLink();
  }
  refuseShutPassword(context, known.email);
  const password_hash = await hashPassword(password, networkOf(context.address));
  await transactWithoutTenantScope(context, async (tx) => {
    const trx = tx.db;
    await keepSecurity(trx);
    const { rows } = await sql<{ admin_id: number | null }>`
      select recover_password(${digestOf(token)}, ${password_hash}) as admin_id`.execute(trx);
    const admin = await trx
      .selectFrom('admins')
      .select(['id', 'email', 'program_id'])
      .where('id', '=', rows[0]?.admin_id ?? null)
      .executeTakeFirst();
    if (!admin) refuseLink();
    await lockOut(trx, admin.id, 'password_changed');
    const { id: admin_id, program_id } = admin;
    const change = { entity: 'admin' as const, entity_id: admin_id, action: 'change_password' };
    await audit(tx, { ...change, admin_id, program_id });
    const passkeys = await passkeysInWords(trx, admin_id);
    await mailOfChange(tx, admin, {
      subject: 'The password of your Provost account was changed',
      text: `A new password was set for your Provost account by a link that was mailed to you. You were signed out everywhere.${passkeys && ` ${passkeys}`}`,
    });
  });
}

async function mailBatch(platform: Platform): Promise<number> {
  return transactWithoutTenantScope(asSystem(platform, 'mail-password-resets'), async (tx) => {
    const trx = tx.db;
    const next = trx
      .selectFrom('password_reset_requests')
      .select('admin_id')
      .orderBy('requested_at')
      .limit(BATCH)
      .forUpdate()
      .skipLocked();
    const asked = await trx
      .deleteFrom('password_reset_requests')
      .where('admin_id', 'in', next)
      .returning('admin_id')
      .execute();
    // In one order, so that two batches cannot wait for each other's admins.
    for (const admin_id of asked.map((row) => row.admin_id).toSorted((a, b) => a - b)) {
      await mailReset(tx, admin_id);
    }
    return asked.length;
  });
}

/** Does nothing for a removed admin, or one with enough valid links who got the last of them just now. */
async function mailReset({ db: trx, platform }: TransactionContext, adminId: number): Promise<void> {
  const admin = await trx
    .selectFrom('admins')
    .select(['email', 'program_id'])
    .where('id', '=', adminId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const { live, recent } = await trx
    .selectFrom('password_resets')
    .select([
      sql<number>`count(*)`.as('live'),
      sql<boolean>`max(expires_at) > provost_now() + make_interval(secs => ${LINK_SECONDS - SPACING_SECONDS})`.as(
        'recent',
      ),
    ])
    .where('admin_id', '=', adminId)
    // A link that was used, or died with another that was, is no help to anybody.
    .where('used_at', 'is', null)
    .where(sql<boolean>`expires_at > provost_now()`)
    .executeTakeFirstOrThrow();
  if (!admin || (live >= UNSPACED_LINKS && recent)) return;
  const secret_seed = crypto.randomUUID();
  await trx
    .insertInto('password_resets')
    .values({
      token_hash: digestOf(secretOf(platform, secret_seed)),
      admin_id: adminId,
      expires_at: sql`provost_now() + make_interval(secs => ${LINK_SECONDS})`,
    })
    .execute();
  const mail = await resetMail(trx, platform, admin.program_id);
  await sendMail(trx, { to_address: admin.email, ...mail, secret_seed });
}

function usable(token: string) {
  return sql<boolean>`token_hash = ${digestOf(token)} and used_at is null and expires_at > provost_now()`;
}

export const LINK_USED = 'This link was used or has expired. Request a new link.';

function refuseLink(): never {
  refuse(400, LINK_USED);
}
