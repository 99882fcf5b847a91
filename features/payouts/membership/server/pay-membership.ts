import {
  type Context,
  type TransactionContext,
  transact,
  transactWithoutTenantScope,
} from '../../../../server/context.ts';
import { keepRules, readRules } from '../../../money-settings/server/money-rules.ts';
import type { Preview } from '../../contract.ts';
import { payeeOf } from '../../rules.ts';
import { claim, holdPayouts } from '../../server/claim.ts';
import { holdPayees } from '../../server/payees/standings.ts';
import { previewOf } from '../../server/preview.ts';
import { type Asked, payableSplit, standingOf } from './asked.ts';
import type { Part } from './attended.ts';
import { membershipDue } from './membership-due.ts';
import { freeze, partsOf, poolsAt } from './pools.ts';
import { rangeOf } from './range.ts';
import { type VisibleRow, visibleRows } from './visible-rows.ts';

type Wish = Asked & { ids: readonly number[] };

/** Returns what paying these payees would do, without freezing anything; refuses as {@link payMembership}. */
export async function previewMembership(context: Context, wish: Wish): Promise<Preview> {
  const { range, split, rules, rows } = await transactWithoutTenantScope(context, async (above) => {
    const standing = await standingOf(above, wish);
    const { rules } = await readRules(above);
    const split = payableSplit(above, standing, wish);
    return { ...standing, split, rules, rows: await openRows(above, standing.parts, wish) };
  });
  const due = await membershipDue(context, wish, rows, rules);
  return previewOf(context, 'membership', due, factsOf(range.dates, wish.currency, split));
}

/**
 * Pays these payees of the range in one batch and returns its id; the first payout freezes all parts, later
 * ones pay from those. Throws a 400 on `dates` where the range is not over or overlaps another pool, on
 * `split_amount` where its pool has another amount; refuses as `claim` otherwise. `at` replaces the present
 * moment.
 */
export async function payMembership(
  context: Context,
  { fingerprint, ...wish }: Wish & { fingerprint?: string | undefined },
  at?: string,
): Promise<number> {
  return transact(context, async (tx) => {
    await holdPayouts(tx);
    const { rules } = await keepRules(tx);
    const range = await rangeOf(tx, wish.dates);
    const { pool, overlaps } = await poolsAt(tx, range);
    const split = payableSplit(tx, { range, pool, overlaps }, wish);
    const parts = pool
      ? await partsOf(tx, pool)
      : await freeze(tx, { range, split, currency: wish.currency, at });
    await holdPayees(
      tx,
      wish.ids.flatMap((id) => payeeOf(id)?.user_id ?? []),
    );
    const due = await membershipDue(tx, wish, await openRows(tx, parts, wish), rules);
    const of = factsOf(range.dates, wish.currency, split);
    return claim(tx, 'membership', due, {
      fingerprint,
      of,
      approval: rules.payout_approval,
      ...(at && { at }),
    });
  });
}

/** Returns the inputs of the fingerprint besides the payees: the same before and after the freeze. */
function factsOf(dates: string, currency: string, split: number): unknown[] {
  return [dates, currency, split];
}

function openRows(
  above: TransactionContext,
  parts: readonly Part[],
  { currency }: Wish,
): Promise<VisibleRow[]> {
  return visibleRows(
    above,
    parts.filter(({ payout_id }) => payout_id === null),
    currency,
  );
}
