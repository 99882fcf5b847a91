import { isGlobal } from '../../../../core/access.ts';
import { refuseField } from '../../../../core/errors.ts';
import { type Currency, formatMoney, toMinor } from '../../../../core/money.ts';
import type { Context, TransactionContext } from '../../../../server/context.ts';
import { attendedParts, type Part } from './attended.ts';
import { type Pool, partsOf, poolsAt } from './pools.ts';
import { type Range, rangeOf } from './range.ts';

/** `split_amount` in major units. */
export type Asked = { dates: string; currency: Currency; split_amount?: number | undefined };

export type Standing = {
  range: Range;
  pool: Pool | null;
  overlaps: Pool | null;
  /** The pool's currency, where there is one. */
  currency: string;
  /** The parts of all payees, visible to the caller or not: the caller must filter them. */
  parts: Part[];
};

/** Returns the state of a range, read without a program scope: frozen by its pool, or of now. Throws a 400 for an amount the currency does not allow. */
export async function standingOf(above: TransactionContext, asked: Asked): Promise<Standing> {
  const split = splitOf(asked);
  const range = await rangeOf(above, asked.dates);
  const { pool, overlaps } = await poolsAt(above, range);
  const parts = pool ? await partsOf(above, pool) : await attendedParts(above, range, split);
  return { range, pool, overlaps, currency: pool?.currency ?? asked.currency, parts };
}

/** Returns minor units; null without an amount. Throws a 400 for an amount the currency does not allow. */
function splitOf({ split_amount, currency }: Pick<Asked, 'split_amount' | 'currency'>): number | null {
  if (split_amount === undefined) return null;
  return (
    toMinor(String(split_amount), currency) ??
    refuseField('split_amount', `${split_amount} is not an amount in ${currency}`)
  );
}

/** Returns the amount to split in minor units. 400 where the range is not over, overlaps a pool, has one of another amount or currency, or lacks an amount. */
export function payableSplit(
  context: Context,
  { range, pool, overlaps }: Pick<Standing, 'range' | 'pool' | 'overlaps'>,
  asked: Asked,
): number {
  if (!range.is_over)
    refuseField('dates', `This period ends on ${range.to_day} (UTC). Pay it after that day`);
  if (overlaps) refuseField('dates', `These dates overlap ${wordsOf(context, overlaps)}`);
  const split = splitOf(asked) ?? pool?.split_amount ?? 0;
  if (split === 0) refuseField('split_amount', 'Enter the amount to split');
  if (pool && (pool.split_amount !== split || pool.currency !== asked.currency))
    refuseField('split_amount', `These dates were already paid as ${wordsOf(context, pool)}`);
  return split;
}

/** Describes the range and, for global admins, its amount, which covers all programs. */
function wordsOf({ actor }: Context, { from_day, to_day, split_amount, currency }: Pool): string {
  const days = `${from_day} to ${to_day}`;
  return isGlobal(actor) ? `${days}, split of ${formatMoney(split_amount, currency)}` : days;
}
