import { sweepOf } from '../../../../server/work/sweep.ts';

/** Days that expired links are kept for inspection. */
const KEPT_DAYS = 30;

export const sweepSitePasswordResets = sweepOf('site_password_resets', {
  key: 'token_hash',
  moment: 'expires_at',
  days: KEPT_DAYS,
});
