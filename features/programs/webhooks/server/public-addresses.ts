import { type LookupAddress, type LookupOptions, lookup as lookUp } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A name leads to an address that is not public. */
export class PrivateAddress extends Error {
  override name = 'PrivateAddress';
}

/** Returns true for everything but a public address, IPv4 within IPv6 among it. */
export function isPrivateAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const { parts = [], ...known } = readAddress(address);
  // An IPv4 address in the last of eight parts, as it was once written.
  const isCompatible = parts.length > 0 && parts.slice(0, 6).every((part) => part === 0);
  return isCompatible || known.range !== 'unicast';
}

function readAddress(address: string): { range: string; parts?: readonly number[] } {
  const read = ipaddr.process(address);
  return { range: read.range(), ...('parts' in read && { parts: read.parts }) };
}

/** Returns true for the host of a URL that is written as an address, and not a public one. */
export function isPrivateHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 && isPrivateAddress(address);
}

/** Resolves to true where a redirect leads to an address, or to a name of one, that is not public. */
export async function leadsToPrivate(
  location: string | string[] | undefined,
  from: string,
  lookup: LookupFunction,
): Promise<boolean> {
  if (typeof location !== 'string' || !URL.canParse(location, from)) return false;
  const goal = new URL(location, from);
  if (isIP(goal.hostname.replace(/^\[|\]$/g, '')) !== 0) return isPrivateHost(goal.hostname);
  return new Promise((resolve) =>
    lookup(goal.hostname, { all: true }, (error) => resolve(error instanceof PrivateAddress)),
  );
}

export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Returns a look-up that connects to the very addresses it checked, as a name may lead elsewhere a moment later. One not public refuses the name. */
export function publicLookup(resolve: Resolve = lookUp): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => isPrivateAddress(address)))
        return callback(new PrivateAddress(`${hostname} is not public`), '');
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
