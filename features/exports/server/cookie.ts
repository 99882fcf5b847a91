/** Cookie that authorizes downloads, which a browser requests without a token. Specification: Exports. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Call } from '../../../server/context.ts';
import { cookieIn, setCookie } from '../../../server/http/cookies.ts';
import { signAccessToken } from '../../../server/http/session.ts';
import type { Platform } from '../../../server/platform.ts';
import { REPORTS } from '../contract.ts';

const COOKIE = 'provost_reports';

/** Seconds, as long as a file lives. Worthless once the session has ended. */
const COOKIE_LIFE_SECONDS = 24 * 60 * 60;

export function giveReportsCookie(context: Call): void {
  const { platform, session_id } = context;
  if (!session_id) return;
  const value = `${session_id}.${macOf(platform, session_id)}`;
  setCookie(context, { name: COOKIE, value, path: REPORTS, seconds: COOKIE_LIFE_SECONDS });
}

/** Returns the cookie as an `Authorization` header; undefined without a valid one. */
export function authorizationOf(platform: Platform, cookies: string | undefined): string | undefined {
  const [session_id = '', mac = ''] = cookieIn(platform.config, cookies, COOKIE)?.split('.') ?? [];
  const [given, expected] = [Buffer.from(mac), Buffer.from(macOf(platform, session_id))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return `Bearer ${signAccessToken(platform.tokenKey, session_id)}`;
}

function macOf({ tokenKey }: Platform, session_id: string): string {
  return createHmac('sha256', tokenKey).update(`reports of ${session_id}`).digest('base64url');
}
