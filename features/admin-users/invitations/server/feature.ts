import { feature } from '../../../../server/feature.ts';
import { sweepOf } from '../../../../server/work/sweep.ts';
import { invitationsContract } from '../contract.ts';
import { mailNewInvitations } from './mail-invitations.job.ts';
import { invitationsRoutes } from './routes.ts';

/** Days that links are kept for inspection after their end. */
const KEPT_DAYS = 30;

export const invitations = feature({
  contract: invitationsContract,
  routes: invitationsRoutes,
  jobs: [mailNewInvitations],
  sweeps: [sweepOf('admin_invitations', { key: 'id', moment: 'expires_at', days: KEPT_DAYS })],
});
