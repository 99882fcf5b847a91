/** Compares the sums that are kept of money with sums over lines and charges, and names the first difference: npm run money:verify */
import { verifyBalances } from '../features/payouts/server/payees/verify-balances.ts';
import { verifySales } from '../features/transactions/server/verify-sales.ts';
import { asSystem } from '../server/context.ts';
import { fail, runCommand, UsageError } from './platform.ts';

try {
  if (process.argv.length > 2) throw new UsageError('npm run money:verify takes no arguments');
  await runCommand(async (platform) => {
    const context = asSystem(platform, 'money:verify');
    const { broken, sums, lines, payees } = await verifyBalances(context);
    const { broken: brokenSales, days, sales } = await verifySales(context.db);
    const first = broken ?? brokenSales;
    if (first !== null) throw new UsageError(`${first}.`);
    console.log(
      `Nothing differs: ${sums} sums of ${lines} open lines, ${payees} balances of payees, ${days} days of ${sales} sales.`,
    );
  });
} catch (error) {
  fail(error);
}
