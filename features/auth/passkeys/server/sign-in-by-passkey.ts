import { refuse } from '../../../../core/errors.ts';
import { type Call, transactWithoutTenantScope } from '../../../../server/context.ts';
import { networkOf } from '../../../../server/http/network.ts';
import { hashOfSecret } from '../../../../server/keys.ts';
import type { ShownPasskey } from '../../passkey-schemas.ts';
import { keepSecurity } from '../../security/server/security-settings.ts';
import { tryPassword } from '../../server/password-tries.ts';
import { isPasswordShut } from '../../server/shut-passwords.ts';
import { type Opened, openFor, recordFailure, tokensOf } from '../../server/sign-in.ts';
import { turnsOf } from '../../server/sign-in-queue.ts';
import { PASSWORDS_SHUT } from '../../single-sign-on/rules.ts';
import { requestOptions } from './ceremonies.ts';
import { makeChallenge, SIGN_IN } from './challenges.ts';
import { accountNamedBy, spendPasskey } from './kept-passkeys.ts';
import { requireRelyingParty } from './relying-party.ts';

/** Makes a challenge, for whichever account shows a passkey. 400 where the installation's address allows none, 429 for too many. */
export async function beginPasskeySignIn(call: Call) {
  const party = requireRelyingParty(call.platform);
  const asked_by = `network ${networkOf(call.address)}`;
  const making = (tx: Parameters<typeof makeChallenge>[0]) => makeChallenge(tx, SIGN_IN, asked_by);
  const challenge = await challengesInTurn(call, () => transactWithoutTenantScope(call, making, 'signIn'));
  return { options: await requestOptions(party, challenge) };
}

const challengesInTurn = turnsOf('Too many people are signing in. Try again in a moment.');

type Shown = { passkey: ShownPasskey; time_zone?: string };

/** Opens a session. 401 for a passkey that proves nothing or whose account is removed; wrong ones count as wrong passwords do. */
export async function signInByPasskey(call: Call, { passkey, time_zone }: Shown) {
  requireRelyingParty(call.platform);
  // A name of the credential, which no email is: guesses at a passkey shut nobody out of the password.
  const account = `passkey ${hashOfSecret(passkey.id).toString('base64url')}`;
  const opened = await tryPassword(call, account, async () => {
    const session = await open(call, { passkey, time_zone });
    if (!session) recordFailure(call, await accountNamedBy(call.platform.database.signIn, passkey), REFUSED);
    return session;
  });
  if (!opened) refuse(401, REFUSED);
  // Where staff sign in at a provider, whoever has left there must not come in by a passkey; it was no wrong one.
  if ('shut' in opened) refuse(403, PASSWORDS_SHUT);
  return tokensOf(call, opened);
}

function open(call: Call, { passkey, time_zone }: Shown): Promise<Opened | { shut: true } | null> {
  return transactWithoutTenantScope(
    call,
    async (tx) => {
      // Settings and account before the passkey's row, as whoever removes one does: else each could wait for the other.
      await keepSecurity(tx.db);
      const named = await accountNamedBy(tx.db, passkey);
      const admin = await tx.db
        .selectFrom('admins')
        .select(['id', 'email', 'permissions'])
        .where('id', '=', named?.id ?? null)
        .where('deleted_at', 'is', null)
        .forShare()
        .executeTakeFirst();
      const id = await spendPasskey(tx, passkey, SIGN_IN);
      if (!admin || id !== admin.id) return null;
      if (isPasswordShut(call, admin.email, admin.permissions)) return { shut: true };
      return openFor(tx, admin.id, { time_zone });
    },
    'signIn',
  );
}

const REFUSED = 'This passkey opens no account here. Try again, or sign in with your password';
