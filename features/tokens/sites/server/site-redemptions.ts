import { type Outcome, oneByOne, type SiteTransaction } from '../../../../server/sites/facts.ts';
import { holdUsers, requireHere } from '../../../../server/sites/rows-here.ts';
import { coinsOf } from '../../../users/coins/server/coins.ts';
import { redeemToken } from '../../server/redeem-token.ts';
import type { SiteRedemption } from '../contract.ts';

type Redeemed = { amount: number; balance: number };

/** Books redemptions. Rejected: nobody of the site (404 `user_id`), and a code that is unknown, used, switched off or over (400 `code`, alike). */
export async function bookRedemptions(
  tx: SiteTransaction,
  redemptions: readonly SiteRedemption[],
): Promise<Outcome<Redeemed>[]> {
  const users = await holdUsers(
    tx,
    redemptions.map(({ user_id }) => user_id),
  );
  const book = oneByOne(async (tx: SiteTransaction, { user_id, code }: SiteRedemption) => {
    requireHere(users, 'user_id', user_id);
    const { entry_id, amount } = await redeemToken(tx, { code, user_id });
    const { lilt_balance } = await coinsOf(tx, user_id);
    return { id: entry_id, amount, balance: lilt_balance };
  });
  return book(tx, redemptions);
}
