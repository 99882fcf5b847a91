import { sql } from 'kysely';
import { notFound, refuse, refuseField } from '../../../../core/errors.ts';
import {
  type Call,
  type Context,
  type TransactionContext,
  transactWithoutTenantScope,
} from '../../../../server/context.ts';
import { lock } from '../../../../server/db/client.ts';
import { refuseEndedSession, refuseFormerActor } from '../../../../server/http/session.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { dropPasskeys } from '../../passkeys/server/kept-passkeys.ts';
import { keepSecurity } from '../../security/server/security-settings.ts';
import { confirmPassword } from '../../server/confirm-password.ts';
import { mailOfChange } from '../../server/security-mails.ts';
import { lockOut } from '../../server/sessions.ts';
import { throttledInSession } from '../../server/throttle.ts';
import { type Factors, factorsOf } from './factors.ts';
import { confirmSecret, dropOneTimeCodes, makeSecret } from './one-time-codes.ts';
import { type Answer, answered, followRemoval, freeSession, overOwn, record } from './own-factor.ts';
import { dropRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts';

export function readSecondFactor(call: Call): Promise<Answer> {
  return transactWithoutTenantScope(call, answered);
}

/** Makes a secret for a device. 400 without the own password; the factor of before works until the new one is confirmed. */
export async function beginOneTimeCodes(call: Call, password: string | undefined) {
  await confirmPassword(call, password);
  return overOwn(call, (tx) => makeSecret(tx, { id: call.actor.admin_id, email: call.actor.email }));
}

/** 400 for a wrong code, 429 after many of them; answers new recovery codes, but where those of a passkey go on. */
export async function confirmOneTimeCodes(
  call: Call,
  code: string,
): Promise<Answer & { recovery_codes: string[] }> {
  const { admin_id, email } = call.actor;
  const confirmed = await throttledInSession(call, () =>
    overOwn(call, async (tx) => {
      const before = await factorsOf(tx.db, admin_id);
      if (!(await confirmSecret(tx, admin_id, code.replace(/[\s-]/g, '')))) return null;
      // Those of a passkey stay; with another device in the place of the first come new ones.
      const recovery_codes = takesNewCodes(before) ? await makeRecoveryCodes(tx, admin_id) : [];
      await freeSession(tx);
      await record(tx, 'set_up_second_factor');
      await mailOfChange(
        tx,
        { id: admin_id, email },
        {
          subject: 'A second factor was set up for your Provost account',
          text: 'Signing in to your Provost account now also asks for a code of your device.',
        },
      );
      return { ...(await answered(tx)), recovery_codes };
    }),
  );
  if (!confirmed) refuseField('code', WRONG_CODE);
  return confirmed;
}

/** 400 without the own password, and where there is none. Sessions are led to set one up anew where it is demanded. */
export async function removeOneTimeCodes(call: Call, password: string | undefined): Promise<Answer> {
  await confirmPassword(call, password);
  return overOwn(call, async (tx) => {
    const { admin_id, email } = tx.actor;
    if (!(await dropOneTimeCodes(tx, admin_id))) refuse(400, NO_CODES);
    const isLast = await followRemoval(tx);
    await record(tx, 'remove_second_factor');
    await mailOfChange(
      tx,
      { id: admin_id, email },
      {
        subject: 'The second factor of your Provost account was removed',
        text: isLast
          ? 'Signing in to your Provost account now asks for your password alone.'
          : 'Signing in to your Provost account no longer takes one-time codes. Your passkeys still work.',
      },
    );
    return answered(tx);
  });
}

/** 400 without the own password, and without a factor that they could stand in for. */
export async function renewRecoveryCodes(call: Call, password: string | undefined) {
  await confirmPassword(call, password);
  return overOwn(call, async (tx) => {
    const { admin_id, email } = tx.actor;
    const { second_factor } = await answered(tx);
    if (second_factor.since === null && second_factor.passkeys === 0) refuse(400, NONE);
    const recovery_codes = await makeRecoveryCodes(tx, admin_id);
    await record(tx, 'renew_recovery_codes');
    await mailOfChange(
      tx,
      { id: admin_id, email },
      {
        subject: 'New recovery codes for your Provost account',
        text: 'New recovery codes were made for your Provost account. Those of before no longer work.',
      },
    );
    return { ...(await answered(tx)), recovery_codes };
  });
}

/** Takes a colleague's factor away, ends the sessions and mails. 400 without the own password, for oneself and for whoever has none; 404 for no such admin. */
export async function resetSecondFactor(
  call: Call,
  { id, password }: { id: number; password?: string | undefined },
) {
  if (id === call.actor.admin_id) refuse(400, 'Remove your own second factor on My account');
  await confirmPassword(call, password);
  return transactWithoutTenantScope(call, async (tx) => {
    await keepSecurity(tx.db);
    // As every change of a colleague: two who reset each other would else wait for each other.
    await lock(tx.db, 'admins');
    await refuseFormerActor(tx);
    await refuseEndedSession(tx);
    const admin = await tx.db
      .selectFrom('admins')
      .select(['id', 'email', 'program_id'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      // Whoever sets up a factor of that account holds the row too: one that is added meanwhile goes as well.
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!admin) notFound();
    if (!(await resetFactorOf(tx, admin, tx.actor.email)))
      refuse(400, 'This admin user has no second factor');
    return { id };
  });
}

/** Does the same from the installation's own machine, for a superadmin nobody else could let in; false for an unknown email or no factor. */
export function resetFactorByEmail(context: Context, email: string): Promise<boolean> {
  return transactWithoutTenantScope(context, async (tx) => {
    await keepSecurity(tx.db);
    const admin = await tx.db
      .selectFrom('admins')
      .select(['id', 'email', 'program_id'])
      .where('email', '=', email.trim().toLowerCase())
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    return admin !== undefined && resetFactorOf(tx, admin, 'The operator of this installation');
  });
}

async function resetFactorOf(
  tx: TransactionContext,
  { id, email, program_id }: { id: number; email: string; program_id: number },
  by: string,
): Promise<boolean> {
  if (!(await dropFactors(tx, id))) return false;
  await lockOut(tx.db, id, 'factor_reset');
  await audit(tx, { entity: 'admin', entity_id: id, action: 'reset_second_factor', program_id });
  await mailOfChange(
    tx,
    { id, email },
    {
      subject: 'The second factor of your Provost account was reset',
      text: `${by} reset the second factor of your Provost account and signed you out. Sign in with your password, and set up a new one on My account.`,
    },
  );
  return true;
}

export const WRONG_CODE =
  'This code is wrong or was used already. Wait for the next one, and check that the clock of your device is right';

const NONE = 'You have no second factor';
const NO_CODES = 'You have no one-time codes';

/** Removes whatever an account shows beside its password, which changes its access (see `requireSecondApprover`); false where nothing counted. */
export async function dropFactors(tx: TransactionContext, adminId: number): Promise<boolean> {
  await dropRecoveryCodes(tx, adminId);
  const [hadCodes, hadPasskeys] = [await dropOneTimeCodes(tx, adminId), await dropPasskeys(tx, adminId)];
  if (!hadCodes && !hadPasskeys) return false;
  await sql`select stamp_factor_reset(${adminId})`.execute(tx.db);
  return true;
}

function takesNewCodes({ codes_since, passkeys }: Factors): boolean {
  return codes_since !== null || passkeys === 0;
}
