/** What every test leaves behind: sums that are kept of money are those of its lines, whatever was done to them. */
import { brokenBalance } from '../features/payouts/server/payees/verify-balances.ts';
import { verifySales } from '../features/transactions/server/verify-sales.ts';
import type { Db } from '../server/db/client.ts';

/** Throws where a kept sum differs; `db` sees all programs. */
export async function checkKeptSums(db: Db): Promise<void> {
  const broken = (await brokenBalance(db)) ?? (await verifySales(db)).broken;
  if (broken !== null) throw new Error(`What is kept differs from what was booked: ${broken}`);
}
