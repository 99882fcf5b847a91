import { callsOf } from '../../../../web/api.ts';
import { reload as reloadUsers } from '../../web/calls.ts';
import { coinsContract } from '../contract.ts';

const { calls, reload } = callsOf('coins', coinsContract);
export const coinCalls = calls;

/** What a user has stands in the list of entries and in the user. */
export async function reloadCoins(): Promise<void> {
  await Promise.all([reload(), reloadUsers()]);
}
