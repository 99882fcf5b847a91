import { implementRoutes } from '../../../../server/http/routing.ts';
import { coinsContract } from '../contract.ts';
import { coinsOf, grantCoins } from './coins.ts';
import { pageOfEntries } from './entries.ts';

const routes = implementRoutes(coinsContract);

export const coinsRoutes = routes.router({
  grantCoins: routes.grantCoins.handler(({ context, input }) => grantCoins(context, input)),
  coinEntries: routes.coinEntries.handler(async ({ context, input }) => ({
    ...(await coinsOf(context, input.id)),
    ...(await pageOfEntries(context, input)),
  })),
});
