/** Links by which a user ends mails of rules: whoever holds one has got such a mail. Specification: Email rules. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Platform } from '../../../../server/platform.ts';
import { RULE_TYPES, type RuleType } from '../../rules.ts';

type Keyed = Pick<Platform, 'tokenKey'>;

export type Unsubscriber = { user_id: number; type: RuleType };

/** The path of a page below `PUBLIC_URL`; it holds for as long as SECRET_KEY does, and no row keeps it. */
export function unsubscribePath(platform: Keyed, who: Unsubscriber): string {
  return `/unsubscribe/${who.user_id}-${RULE_TYPES.indexOf(who.type)}-${signed(platform, who)}`;
}

/** Returns the link's user; null for an invalid one. */
export function readToken(platform: Keyed, token: string): Unsubscriber | null {
  const [, id, index, mac] = /^([1-9]\d{0,8})-(\d)-([\w-]{43})$/.exec(token) ?? [];
  const type = RULE_TYPES[Number(index)];
  if (!id || !mac || !type) return null;
  const who = { user_id: Number(id), type };
  return timingSafeEqual(Buffer.from(mac), Buffer.from(signed(platform, who))) ? who : null;
}

function signed({ tokenKey }: Keyed, { user_id, type }: Unsubscriber): string {
  return createHmac('sha256', tokenKey).update(`unsubscribe ${user_id} ${type}`).digest('base64url');
}
