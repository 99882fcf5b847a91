import { sql } from 'kysely';
import type { Permission } from '../../../../core/access.ts';
import {
  type Call,
  type TransactionContext,
  transactWithoutTenantScope,
} from '../../../../server/context.ts';
import { lock } from '../../../../server/db/client.ts';
import { refuseEndedSession, refuseFormerActor } from '../../../../server/http/session.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { isFactorDemanded, keepSecurity } from '../../security/server/security-settings.ts';
import type { SecondFactor } from '../contract.ts';
import { factorsOf, hasFactor } from './factors.ts';
import { dropRecoveryCodes, recoveryCodesLeft } from './recovery-codes.ts';

export type Answer = { second_factor: SecondFactor };

/** Runs `work` in a transaction without the scope of a program; 401 where the caller's session or rights have gone. */
export function overOwn<Result>(
  call: Call,
  work: (tx: Call & TransactionContext) => Promise<Result>,
): Promise<Result> {
  return transactWithoutTenantScope(call, async (tx) => {
    // In one order with a change of the settings: it looks at the factor, as what follows looks at them.
    await keepSecurity(tx.db);
    await lock(tx.db, `second factor of ${call.actor.admin_id}`);
    await refuseFormerActor(tx);
    await refuseEndedSession(tx);
    return work(tx);
  });
}

/** Lets the caller's session do what waited for a factor, and ends the account's others that wait: they may know the password alone. */
export async function freeSession({ db, session_id, actor }: Call & TransactionContext): Promise<void> {
  await db.updateTable('sessions').set({ needs_factor: false }).where('id', '=', session_id).execute();
  await db
    .updateTable('sessions')
    .set({ ended_at: sql`provost_now()`, ended_because: 'changed' })
    .where('admin_id', '=', actor.admin_id)
    .where('needs_factor', '=', true)
    .where('ended_at', 'is', null)
    .execute();
}

/** Follows the removal of a factor: with the last one go the recovery codes, and sessions are led to set one up. True where none is left. */
export async function followRemoval(tx: Call & TransactionContext): Promise<boolean> {
  const { admin_id, permissions } = tx.actor;
  if (hasFactor(await factorsOf(tx.db, admin_id))) return false;
  await dropRecoveryCodes(tx, admin_id);
  await leadSessions(tx, isFactorDemanded(await keepSecurity(tx.db), [...permissions]));
  return true;
}

async function leadSessions({ db, actor }: TransactionContext, needs_factor: boolean): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ needs_factor })
    .where('admin_id', '=', actor.admin_id)
    .where('signed_on', '=', false)
    .where('ended_at', 'is', null)
    .execute();
}

export async function answered(tx: TransactionContext): Promise<Answer> {
  const { admin_id, permissions } = tx.actor;
  const demanded = isFactorDemanded(await keepSecurity(tx.db), [...permissions] as Permission[]);
  const { codes_since, passkeys } = await factorsOf(tx.db, admin_id);
  return {
    second_factor: {
      since: codes_since,
      passkeys,
      recovery_codes_left: await recoveryCodesLeft(tx, admin_id),
      demanded: demanded ? 1 : 0,
    },
  };
}

type Change = { before?: object; after?: object };

export function record(tx: TransactionContext, action: string, change: Change = {}): Promise<void> {
  const { admin_id, program_id } = tx.actor;
  return audit(tx, { entity: 'admin', entity_id: admin_id, action, program_id, ...change });
}
