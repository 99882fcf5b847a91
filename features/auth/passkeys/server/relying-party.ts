/** The relying party that passkeys are made for: this installation by its public address. Specification: Accounts. */
import { isIP } from 'node:net';
import { refuse } from '../../../../core/errors.ts';
import type { Config } from '../../../../server/config.ts';

type Installation = { config: Pick<Config, 'publicUrl'> };

/** The host that a passkey is bound to, and the only origin at which browsers show it. */
export type RelyingParty = { id: string; origin: string };

/** Returns null where browsers know no passkeys: at an IP address, and without TLS but on this machine itself. */
export function relyingPartyOf({ config }: Installation): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(config.publicUrl);
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return null;
  return protocol === 'https:' || hostname === 'localhost' ? { id: hostname, origin } : null;
}

/** Throws a 400 where {@link relyingPartyOf} is null. */
export function requireRelyingParty(installation: Installation): RelyingParty {
  return (
    relyingPartyOf(installation) ??
    refuse(400, 'Passkeys need a public address with a host name and https. This installation has none')
  );
}
