import { refuse, refuseField } from '../../../../core/errors.ts';
import { type Call, transactWithoutTenantScope } from '../../../../server/context.ts';
import { refuseEndedSession } from '../../../../server/http/session.ts';
import { recordDenial } from '../../../../server/nouns/denials.ts';
import type { ShownPasskey } from '../../passkey-schemas.ts';
import { refuseShutPassword } from '../../server/shut-passwords.ts';
import { noteProven } from '../../server/step-up.ts';
import { throttledInSession } from '../../server/throttle.ts';
import { requestOptions } from './ceremonies.ts';
import { makeChallenge, type Purpose } from './challenges.ts';
import { passkeysOf, spendPasskey } from './kept-passkeys.ts';
import { requireRelyingParty } from './relying-party.ts';

/** Makes a challenge for this session and the account's passkeys. 400 where it has none. */
export async function beginPasskeyStepUp(call: Call) {
  refuseShutPassword(call, call.actor.email, [...call.actor.permissions]);
  const party = requireRelyingParty(call.platform);
  const { kept, challenge } = await transactWithoutTenantScope(call, async (tx) => {
    await refuseEndedSession(tx);
    const kept = await passkeysOf(tx.db, tx.actor.admin_id);
    if (kept.length === 0) refuse(400, 'You have no passkey');
    return { kept, challenge: await makeChallenge(tx, ofSession(call), `session ${call.session_id}`) };
  });
  return { options: await requestOptions(party, challenge, kept) };
}

/** Notes that the caller's session was proven now. 400 for a passkey that proves nothing, 429 after many; a 401 once the session has ended. */
export async function stepUpByPasskey(call: Call, passkey: ShownPasskey): Promise<void> {
  requireRelyingParty(call.platform);
  const { actor } = call;
  refuseShutPassword(call, actor.email, [...actor.permissions]);
  const proven = await throttledInSession(call, () =>
    transactWithoutTenantScope(call, async (tx) => {
      await refuseEndedSession(tx);
      const id = await spendPasskey(tx, passkey, ofSession(call), actor.admin_id);
      if (id === null) return null;
      await noteProven(tx);
      return true;
    }),
  );
  if (proven) return;
  recordDenial(call, {
    who: `account ${actor.admin_id}`,
    admin_id: actor.admin_id,
    program_id: actor.program_id,
    entity: 'admin',
    entity_id: actor.admin_id,
    action: 'step_up_passkey_failed',
    reason: WRONG,
  });
  refuseField('passkey', WRONG);
}

const ofSession = ({ session_id }: Call): Purpose => ({ purpose: 'step_up', session_id });

const WRONG = 'This passkey could not be checked. Try again, or enter your password';
