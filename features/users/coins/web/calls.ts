import { callsOf } from '../../../../web/api.ts';
import { reload as reloadUsers } from '../../web/calls.ts';
import { coinsContract } from '../contract.ts';

const { calls, reload } = callsOf('coins', coinsContract);
export const coinCalls = calls;

/** Reloads the entries and the user: both show the balance. */
export async function reloadCoins(): Promise<void> {
  await Promise.all([reload(), reloadUsers()]);
}
