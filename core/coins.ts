/** The unit of `price` and `ticket_price`: the reward coin, with two decimals. `usd_price` is in US dollars. */
export const COIN = 'LiL-T';

/** Formats an amount of coins or US dollars with two decimals: 1,000.25. */
export function inCoins(amount: number): string {
  return amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
