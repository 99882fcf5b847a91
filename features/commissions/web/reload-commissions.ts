import { apiOf, queryClient } from '../../../web/api.ts';
import { commissionsContract } from '../contract.ts';

const { commissions: calls } = apiOf({ commissions: commissionsContract });

/**
 * Loads what is on the screen again after a change: a save of one level moves what the others lead to, and it holds
 * charges or lets them go.
 */
export function reloadCommissions(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: calls.key() });
}
