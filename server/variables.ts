/** Parts that read variables of the environment for `config.ts`; each refusal names what is accepted. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { withoutEnd } from '../core/without-end.ts';

/** A variable that `read` understands; a `secret` is not shown where it cannot be used. */
export function variable<T>(accepted: string, read: (text: string) => T | undefined, secret?: 'secret') {
  return z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    const shown = secret ? 'its value (not shown)' : JSON.stringify(text);
    context.addIssue({ code: 'custom', message: `${shown} cannot be used; accepted: ${accepted}` });
    return z.NEVER;
  });
}

export function wholeNumber(least: number, most: number) {
  return variable(`a whole number from ${least} to ${most}`, (text) => {
    const value = /^\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  });
}

/** Days after which something is deleted, from `least` on; 0 keeps it. */
export function daysFrom(least: number) {
  return variable(`0, or a whole number from ${least} to ${MOST_DAYS}`, (text) => {
    const value = /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN;
    return value === 0 || (value >= least && value <= MOST_DAYS) ? value : undefined;
  });
}

const MOST_DAYS = 36_500;

export function url(schemes: string[], secret?: 'secret') {
  const accepted = `a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  const read = (text: string) => {
    const parsed = URL.canParse(text) ? new URL(text) : undefined;
    const fits = schemes.some((scheme) => parsed?.protocol === `${scheme}:` && text.includes('://'));
    if (!fits) return undefined;
    const shortened = withoutEnd(text, '/');
    // Two slashes that nothing follows belong to the scheme.
    return shortened.endsWith(':') ? text : shortened;
  };
  return variable(accepted, read, secret);
}

export function urlHost(host: string): string {
  // A wildcard is an address to listen on, none that a reader of a mail could open.
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIP(host) === 6 ? `[${host}]` : host;
}

export function match(text: string, pattern: RegExp): string | undefined {
  return pattern.test(text) ? text : undefined;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

export function readHost(text: string): string | undefined {
  return match(text, /^[\w.:%-]+$/);
}

/** Refuses a fragment: the token goes there. */
export function readSite(text: string): string | undefined {
  const shown = text.replaceAll('{program_tag}', 'tag');
  return /^https?:\/\//.test(text) && URL.canParse(shown) && !text.includes('#') ? text : undefined;
}

/** Refuses a user or password in the address: a secret would be sent along. */
export function readOrigin(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, href } = new URL(text);
  return href === `${origin}/` ? origin : undefined;
}

export function readProxies(text: string): boolean | number | string[] | undefined {
  if (text === 'true') return true;
  if (text === 'false' || text === '0') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const parts = text.split(',').map((part) => part.trim());
  return parts.every(isNetwork) ? parts : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(text);
  return (
    rest.length === 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  );
}

export const ROLES = ['web', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export function readRoles(text: string): readonly Role[] | undefined {
  const named = text.split(',').map((name) => name.trim());
  return named.every((name) => ROLES.some((role) => role === name))
    ? ROLES.filter((role) => named.includes(role))
    : undefined;
}

export function mailDomain(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return isIP(hostname) || hostname.startsWith('[') ? 'localhost' : hostname;
}
