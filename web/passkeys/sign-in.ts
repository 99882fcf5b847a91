import { passkeysContract } from '../../features/auth/passkeys/contract.ts';
import { apiOf } from '../api.ts';
import { beginSession, ownZone } from '../session.tsx';
import { knowsPasskeys, showPasskey } from './authenticator.ts';

const { passkeys: calls } = apiOf({ passkeys: passkeysContract });

export const passkeysHereQuery = {
  queryKey: ['passkeys here'],
  queryFn: async () => (await calls.passkeyOrigin.call({})).origin === location.origin,
  enabled: knowsPasskeys(),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Asks for a passkey of whichever account, as a second factor after the password. */
export async function passkeyToSignIn() {
  const { options } = await calls.beginPasskeySignIn.call({});
  return showPasskey(options);
}

export async function signInByPasskey(): Promise<void> {
  const passkey = await passkeyToSignIn();
  beginSession(await calls.signInByPasskey.call({ passkey, time_zone: ownZone() }));
}

export async function stepUpByPasskey(): Promise<void> {
  const { options } = await calls.beginPasskeyStepUp.call({});
  await calls.stepUpByPasskey.call({ passkey: await showPasskey(options) });
}

export const ownPasskeysQuery = {
  // Refetched with the list of passkeys.
  queryKey: [['passkeys', 'usable here']],
  queryFn: async () => {
    const { passkeys, origin } = await calls.passkeys.call({});
    return origin === location.origin ? passkeys.length : 0;
  },
  enabled: knowsPasskeys(),
};
