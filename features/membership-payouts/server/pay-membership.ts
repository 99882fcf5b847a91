/** Paying those who taught what members attended. Specification: Membership payouts. */
import { refuseField } from '../../../core/errors.ts';
import { asPlatform, type Context, transact, type Within } from '../../../server/context.ts';
import type { Rules } from '../../money-settings/rules.ts';
import { keepRules, readRules } from '../../money-settings/server/money-rules.ts';
import type { Preview } from '../../payouts/contract.ts';
import { payeeOf } from '../../payouts/rules.ts';
import { claim, holdPayouts } from '../../payouts/server/claim.ts';
import { holdDestinations } from '../../payouts/server/destinations.ts';
import { type Claim, dueFrom } from '../../payouts/server/due.ts';
import type { Due } from '../../payouts/server/payout-types.ts';
import { previewOf } from '../../payouts/server/preview.ts';
import { type Asked, payableSplit, standingOf } from './asked.ts';
import type { Part } from './attended.ts';
import { type Row, visibleRows } from './membership-payouts.ts';
import { freeze, partsOf, poolsAt } from './pools.ts';
import { rangeOf } from './range.ts';

type Wish = Asked & { ids: readonly number[] };

/** What paying these payees of the range would do, which freezes nothing; refusals as of {@link payMembership}. */
export async function previewMembership(context: Context, wish: Wish): Promise<Preview> {
  const { range, split, rules, rows } = await asPlatform(context, async (above) => {
    const standing = await standingOf(above, wish);
    const { rules } = await readRules(above);
    const split = payableSplit(above, standing, wish);
    return { ...standing, split, rules, rows: await openRows(above, standing.parts, wish) };
  });
  const due = await membershipDue(context, wish, rows, rules);
  return previewOf(context, due, factsOf(range.dates, wish.currency, split));
}

/**
 * Pays these payees of the range in one batch, whose id it answers; the first payout freezes everybody's part, further ones
 * pay from that. 400 on `dates` where the range is not over or cuts into another pool, on `split_amount` where its pool is
 * of another amount; other refusals as of `claim`. `at` is when, where that is not now.
 */
export async function payMembership(
  context: Context,
  { fingerprint, ...wish }: Wish & { fingerprint?: string | undefined },
  at?: string,
): Promise<number> {
  return transact(context, async (within) => {
    await holdPayouts(within);
    const { rules } = await keepRules(within);
    const range = await rangeOf(within, wish.dates);
    const { pool, overlaps } = await poolsAt(within, range);
    const split = payableSplit(within, { range, pool, overlaps }, wish);
    const parts = pool
      ? await partsOf(within, pool)
      : await freeze(within, { range, split, currency: wish.currency, at });
    await holdDestinations(
      within,
      wish.ids.flatMap((id) => payeeOf(id)?.user_id ?? []),
    );
    const due = await membershipDue(within, wish, await openRows(within, parts, wish), rules);
    const of = factsOf(range.dates, wish.currency, split);
    return claim(within, 'membership', due, {
      fingerprint,
      of,
      approval: rules.payout_approval,
      ...(at && { at }),
    });
  });
}

/** What beside the payees a preview is of: the same before its pool is frozen and after. */
function factsOf(dates: string, currency: string, split: number): unknown[] {
  return [dates, currency, split];
}

/** Those that no payout holds, of what the caller may see. */
function openRows(above: Within, parts: readonly Part[], { currency }: Wish): Promise<Row[]> {
  return visibleRows(
    above,
    parts.filter(({ payout_id }) => payout_id === null),
    currency,
  );
}

/** In the order of the ids; who has no part that is open gets nothing, credits neither. */
async function membershipDue(
  context: Context,
  { ids, currency }: Wish,
  rows: readonly Row[],
  rules: Rules,
): Promise<Due[]> {
  for (const id of ids)
    if (payeeOf(id)?.currency !== currency) refuseField('ids', `There is no payee ${id} in ${currency}`);
  const claims = new Map(rows.map((row): [number, Claim] => [row.id, claimOf(row)]));
  const due = await dueFrom(context, ids, claims, rules);
  return due.map((one) => (claims.has(one.id) ? one : withNothing(one)));
}

function claimOf({ part_id, amount }: Part): Claim {
  const nothing = { held: false, pending: false, on_hold: false };
  return { line_ids: [], part_id, lines_amount: amount ?? 0, ...nothing };
}

function withNothing(due: Due): Due {
  const against = due.method === null ? (['no_method', 'nothing'] as const) : (['nothing'] as const);
  return { ...due, adjustment_ids: [], debts: 0, amount: 0, against };
}
