/** Cookie that authorizes downloads, which a browser requests without a token. Specification: Exports. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Call } from '../../../server/context.ts';
import { signAccessToken } from '../../../server/http/session.ts';
import type { Platform } from '../../../server/platform.ts';
import { REPORTS } from '../contract.ts';

const COOKIE = 'provost_reports';

/** Seconds, as long as a file lives. Worthless once the session has ended. */
const LIFE = 24 * 60 * 60;

/** Sets the cookie, HttpOnly and SameSite, for the path of reports only. */
export function giveReportsCookie(context: Call): void {
  const { platform, session_id } = context;
  if (!session_id) return;
  const parts = [
    `${COOKIE}=${session_id}.${macOf(platform, session_id)}`,
    `Path=${REPORTS}`,
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${LIFE}`,
    ...(platform.config.publicUrl.startsWith('https:') ? ['Secure'] : []),
  ];
  context.answer('set-cookie', parts.join('; '));
}

/** Returns the cookie as an `Authorization` header; undefined without a valid one. */
export function authorizationOf(platform: Platform, cookies: string | undefined): string | undefined {
  for (const cookie of cookies?.split(/;\s*/) ?? []) {
    if (!cookie.startsWith(`${COOKIE}=`)) continue;
    const [session_id = '', mac = ''] = cookie.slice(COOKIE.length + 1).split('.');
    const [given, expected] = [Buffer.from(mac), Buffer.from(macOf(platform, session_id))];
    if (given.length === expected.length && timingSafeEqual(given, expected))
      return `Bearer ${signAccessToken(platform.tokenKey, session_id)}`;
  }
  return undefined;
}

function macOf({ tokenKey }: Platform, session_id: string): string {
  return createHmac('sha256', tokenKey).update(`reports of ${session_id}`).digest('base64url');
}
