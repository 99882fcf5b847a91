/** A browser fetches a file by its address alone: a cookie of that path says whose session it is. Specification: Exports. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Call } from '../../../server/context.ts';
import { signAccessToken } from '../../../server/http/session.ts';
import type { Platform } from '../../../server/platform.ts';
import { REPORTS } from '../contract.ts';

const COOKIE = 'provost_reports';

/** Seconds; a file lives no longer. It is worth nothing once the session has ended. */
const LIFE = 24 * 60 * 60;

/** Out of reach of scripts and of other sites, sent to the reports and to nothing else. */
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

/** What the cookies of a request say as an `Authorization` header would; undefined where they say nothing of ours. */
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
