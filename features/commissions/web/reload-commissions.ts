import { apiOf, queryClient } from '../../../web/api.ts';
import { dashboardContract } from '../../dashboard/contract.ts';
import { commissionsContract } from '../contract.ts';

const calls = apiOf({ commissions: commissionsContract, dashboard: dashboardContract });

/**
 * Loads what is on the screen again after a change: a save of one level moves what the others lead to, and it holds
 * charges or lets them go.
 */
export async function reloadCommissions(): Promise<void> {
  const loaded = [calls.commissions, calls.dashboard];
  await Promise.all(loaded.map((feature) => queryClient.invalidateQueries({ queryKey: feature.key() })));
}
