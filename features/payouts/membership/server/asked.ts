/** A range and what is to be split in it, as a call names them. Specification: Membership payouts. */
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
  /** The pool's, where there is one. */
  currency: string;
  /** Everybody's, whoever may see them: what is answered of them is the caller's business. */
  parts: Part[];
};

/**
 * How the range stands, read above programs: as its pool froze it, or as it is by now. 400 where the currency has no such
 * amount.
 */
export async function standingOf(above: TransactionContext, asked: Asked): Promise<Standing> {
  const split = splitOf(asked);
  const range = await rangeOf(above, asked.dates);
  const { pool, overlaps } = await poolsAt(above, range);
  const parts = pool ? await partsOf(above, pool) : await attendedParts(above, range, split);
  return { range, pool, overlaps, currency: pool?.currency ?? asked.currency, parts };
}

/** In minor units; null where none is named. 400 where the currency has no such amount. */
function splitOf({ split_amount, currency }: Pick<Asked, 'split_amount' | 'currency'>): number | null {
  if (split_amount === undefined) return null;
  return (
    toMinor(String(split_amount), currency) ??
    refuseField('split_amount', `${split_amount} is not an amount in ${currency}`)
  );
}

/**
 * What is split where the range may be paid of, in minor units. 400 where it is not over, cuts into a pool, or has a pool of
 * another amount or currency, and where nothing is named that it could have one of.
 */
export function payableSplit(
  context: Context,
  { range, pool, overlaps }: Pick<Standing, 'range' | 'pool' | 'overlaps'>,
  asked: Asked,
): number {
  if (!range.is_over)
    refuseField('dates', `It can be paid of once it is over: its last day is ${range.to_day}`);
  if (overlaps) refuseField('dates', `These days cut into ${wordsOf(context, overlaps)}`);
  const split = splitOf(asked) ?? pool?.split_amount ?? 0;
  if (split === 0) refuseField('split_amount', 'Say how much is to be split');
  if (pool && (pool.split_amount !== split || pool.currency !== asked.currency))
    refuseField('split_amount', `There has been a payout of ${wordsOf(context, pool)}`);
  return split;
}

/** Its days, and how much is split in them: the amount is all programs'. */
function wordsOf({ actor }: Context, { from_day, to_day, split_amount, currency }: Pool): string {
  const days = `${from_day} to ${to_day}`;
  return isGlobal(actor) ? `${days}, split of ${formatMoney(split_amount, currency)}` : days;
}
