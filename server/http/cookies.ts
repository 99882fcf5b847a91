import type { Config } from '../config.ts';
import type { Call } from '../context.ts';

type Cookie = {
  name: string;
  value: string;
  /** Path of the calls that a browser sends it with. */
  path: string;
  /** Seconds that a browser keeps it; 0 deletes it. */
  seconds: number;
  /** `Lax` where it has to come along when another site leads back here. */
  same_site?: 'Lax';
  /** Says nothing that scripts of our own pages may not know. */
  readable?: true;
};

/** Sets a cookie that no script reads unless `readable`, and no other site sends. Over TLS `__Host-` keeps hosts beside it from putting another there. */
export function setCookie(
  { platform, answer }: Call,
  { name, value, path, seconds, same_site, readable }: Cookie,
): void {
  const { config } = platform;
  const parts = [
    `${nameHere(config, name)}=${value}`,
    // The prefix goes with no other path.
    `Path=${isOverTls(config) ? '/' : path}`,
    ...(readable ? [] : ['HttpOnly']),
    `SameSite=${same_site ?? 'Strict'}`,
    `Max-Age=${seconds}`,
    ...(isOverTls(config) ? ['Secure'] : []),
  ];
  answer('set-cookie', parts.join('; '));
}

/** Returns what the `Cookie` header says under a name; null where it says nothing. */
export function cookieIn(config: Address, header: string | undefined, name: string): string | null {
  const begin = `${nameHere(config, name)}=`;
  const pair = header?.split(/;\s*/).find((entry) => entry.startsWith(begin));
  return pair ? pair.slice(begin.length) : null;
}

type Address = Pick<Config, 'publicUrl'>;

function nameHere(config: Address, name: string): string {
  return isOverTls(config) ? `__Host-${name}` : name;
}

function isOverTls({ publicUrl }: Address): boolean {
  return publicUrl.startsWith('https:');
}
