/** One visit of a page: who comes, in which language, and what the page may ask of the office. */
import type { Calls, Site } from '@provost/site';
import type { Texts } from '../languages/en.ts';
import type { Formats } from '../languages/formats.ts';
import type { Language } from '../languages/languages.ts';
import type { Sessions } from './cookies.ts';

export type Program = Calls['GET program']['output']['program'];
export type User = Calls['GET users/{id}']['output']['user'];
export type Login = Calls['POST login-as/state']['output'];

/** A secret key of Stripe, and the address at which it counts. */
export type StripeSettings = { key: string; address: string };

export type Visit = {
  request: Request;
  url: URL;
  /** Milliseconds since 1970 at which it began. */
  now: number;
  /** Begins every path of the site: empty where it has an address of its own. */
  base: string;
  form: URLSearchParams;
  client_ip: string | undefined;
  site: Site;
  sessions: Sessions;
  stripe: StripeSettings | null;
  program: Program;
  locale: Language;
  texts: Texts;
  formats: Formats;
  user: User | null;
  login: Login | null;
};

/** Throws to another page: what must be signed in, or is over. */
export class Leave extends Error {
  readonly path: string;
  constructor(path: string) {
    super(path);
    this.path = path;
  }
}

/** Returns who is signed in; leads to the page for it and back where nobody is. */
export function signedIn({ user, url, base }: Visit): User {
  if (user) return user;
  const back = url.pathname.slice(base.length) + url.search;
  throw new Leave(`/sign-in?to=${encodeURIComponent(back)}`);
}

/** Returns the person alone who may act for themselves: staff with their eyes may not. */
export function acting(visit: Visit): User {
  const user = signedIn(visit);
  if (visit.login) throw new Leave('/account?note=closed');
  return user;
}

/** Returns an address within the site; what leads elsewhere becomes the first page, which is `base` itself. */
export function within({ base }: Pick<Visit, 'base'>, path: string): string {
  const safe = /^\/(?![/\\])[^\\\s]*$/.test(path) ? path : '/';
  return base + (base && /^\/(?:$|\?)/.test(safe) ? safe.slice(1) : safe);
}

/** Answers a form: the browser then asks for the page by GET. */
export function leadTo(visit: Pick<Visit, 'base'>, path: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location: within(visit, path) });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}
