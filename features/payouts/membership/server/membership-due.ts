import { refuseField } from '../../../../core/errors.ts';
import type { Context } from '../../../../server/context.ts';
import type { Rules } from '../../../money-settings/rules.ts';
import { type Against, payeeOf } from '../../rules.ts';
import { type Claim, dueFrom } from '../../server/payees/due.ts';
import type { Due } from '../../server/payout-types.ts';
import type { Part } from './attended.ts';
import type { VisibleRow } from './visible-rows.ts';

/** Returns payouts in the order of the ids; payees without an open part get nothing, not even credits. */
export async function membershipDue(
  context: Context,
  { ids, currency }: { ids: readonly number[]; currency: string },
  rows: readonly VisibleRow[],
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
  const against = [...due.against.filter((word) => OF_THE_PAYEE.includes(word)), 'nothing' as const];
  return { ...due, adjustment_ids: [], debts: 0, credits: 0, amount: 0, against };
}

const OF_THE_PAYEE: readonly Against[] = ['no_method', 'deleted', 'blocked', 'new_account', 'unapproved'];

/** Returns the objections to each row of a list by id; only those independent of the amount while there is none. */
export async function againstRows(
  context: Context,
  rows: readonly VisibleRow[],
  currency: string,
  rules: Rules,
): Promise<Map<number, readonly Against[]>> {
  const open = rows.filter(({ payout_id }) => payout_id === null);
  const ids = rows.map(({ id }) => id);
  const due = await membershipDue(context, { ids, currency }, open, rules);
  const unnamed = new Set(open.filter(({ amount }) => amount === null).map(({ id }) => id));
  return new Map(
    due.map(({ id, against }) => [
      id,
      unnamed.has(id) ? against.filter((word) => OF_THE_PAYEE.includes(word)) : against,
    ]),
  );
}
