import { implementRoutes } from '../../../../server/http/routing.ts';
import { payoutReleasesContract } from '../contract.ts';
import { readRelease, releasePayee, withdrawRelease } from './releases.ts';

const routes = implementRoutes(payoutReleasesContract);

export const payoutReleasesRoutes = routes.router({
  payeeRelease: routes.payeeRelease.handler(({ context, input }) => readRelease(context, input.id)),
  releasePayee: routes.releasePayee.handler(({ context, input }) => releasePayee(context, input)),
  withdrawPayeeRelease: routes.withdrawPayeeRelease.handler(({ context, input }) =>
    withdrawRelease(context, input.id),
  ),
});
