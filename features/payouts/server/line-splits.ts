/** The arithmetic behind shares of sales. Specification: Explain and history. */
import { toMajor } from '../../../core/money.ts';
import type { Context } from '../../../server/context.ts';
import { exactShare } from '../../commissions/rules.ts';
import type { LineSplit } from '../payout-transaction.ts';

/** Returns by line how it was divided; `currency` is that of all of them, which the caller has been shown. */
export async function splitsOf(
  { db }: Context,
  lines: readonly { id: number; currency: string }[],
): Promise<Map<number, LineSplit>> {
  if (lines.length === 0) return new Map();
  const currencies = new Map(lines.map(({ id, currency }) => [id, currency]));
  const rows = await db
    .selectFrom('charge_lines')
    .select(['id', 'divided', 'commission', 'divided_by', 'rounding', 'kept', 'amount'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...currencies.keys()])))
    .execute();
  return new Map(
    rows.map(({ id, divided, commission, divided_by, rounding, kept, amount }) => {
      const currency = currencies.get(id) ?? '';
      const split = {
        divided: toMajor(divided, currency),
        commission,
        divided_by,
        exact: exactShare(divided, commission, divided_by, currency),
        rounding: toMajor(rounding, currency),
        kept: toMajor(kept, currency),
        amount: toMajor(amount, currency),
      };
      return [id, split];
    }),
  );
}
