import { type RawBuilder, sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import { minorOf, toMajor } from '../../../core/money.ts';
import { must } from '../../../core/must.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import { BRIDGE_TERMS, type Bridge, type BridgeTerm } from '../bridge.ts';
import type { Due, Left } from './payout-types.ts';

/** Minor units, each as it is added: what is taken off is below 0. */
type Terms = Partial<Record<BridgeTerm, number>>;

export const NOTHING_LEFT: Left = { sales: 0, refunds: 0, pending: 0, delayed: 0, held: 0 };

/** Returns the bridge of what is due; debts that exceed it are carried over. */
export function bridgeOfDue(due: Due): Bridge {
  const { lines, line_ids, lines_amount, refunds, credits, debts, left, currency } = due;
  // A part of a pool counts as a line, and has none.
  const earned =
    lines > line_ids.length ? { memberships: lines_amount } : { sales: lines_amount + refunds + left.sales };
  const terms: Terms = {
    ...earned,
    refunds: -(refunds + left.refunds),
    credits,
    debts: debts - credits,
    ...waiting(left),
  };
  return bridgeFrom({ ...terms, carried: Math.max(0, -sumOf(terms)) }, currency);
}

/** Returns the bridge of a payout as of its claim, from what the caller may see of it; `amount` in major units. */
export async function bridgeOfPayout(
  { db, actor }: Context,
  { id, amount, currency }: { id: number; amount: number; currency: string },
): Promise<Bridge> {
  const { rows } = await sql<Taken & { left: Left }>`
    select ${leftOf(sql`p`)} as left, l.sales, l.refunds, a.credits, a.debts, m.memberships
    from payouts p
    cross join lateral (
      select coalesce(sum(l.amount), 0)::bigint as sales, coalesce(sum(l.amount - l.paid), 0)::bigint as refunds
      from charge_lines l join charges c on c.id = l.charge_id
      where l.payout_id = p.id and ${visibleTo(actor, 'l.scope_program_id')}) l
    cross join lateral (
      select coalesce(sum(a.amount) filter (where a.amount > 0), 0)::bigint as credits,
        coalesce(sum(a.amount) filter (where a.amount < 0), 0)::bigint as debts
      from payout_adjustments a where a.payout_id = p.id and ${visibleTo(actor, 'a.scope_program_id')}) a
    cross join lateral (
      select coalesce(sum(m.amount), 0)::bigint as memberships
      from membership_parts m left join site_users u on u.id = m.user_id
      where m.payout_id = p.id and ${visibleTo(actor, 'u.program_id')}) m
    where p.id = ${id}`.execute(db);
  const { left: behind, ...taken } = must(rows[0], 'payout of a bridge');
  // It is not known of which programs it was.
  const left = isGlobal(actor) ? behind : NOTHING_LEFT;
  const terms: Terms = {
    ...taken,
    sales: taken.sales + left.sales,
    refunds: -(taken.refunds + left.refunds),
    ...waiting(left),
  };
  return bridgeFrom({ ...terms, elsewhere: minorOf(amount, currency) - sumOf(terms) }, currency);
}

type Taken = { sales: number; refunds: number; credits: number; debts: number; memberships: number };

function leftOf(payout: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`json_build_object('sales', ${payout}.left_sales, 'refunds', ${payout}.left_refunds,
    'pending', ${payout}.left_pending, 'delayed', ${payout}.left_delayed, 'held', ${payout}.left_held)`;
}

function waiting({ pending, delayed, held }: Left): Terms {
  return { pending: -pending, delayed: -delayed, on_hold: -held };
}

function sumOf(terms: Terms): number {
  return Object.values(terms).reduce((sum, amount) => sum + amount, 0);
}

function bridgeFrom(terms: Terms, currency: string): Bridge {
  return {
    terms: BRIDGE_TERMS.flatMap((of) => {
      const amount = terms[of] ?? 0;
      return amount === 0 ? [] : [{ of, amount: toMajor(amount, currency) }];
    }),
    paid: toMajor(sumOf(terms), currency),
  };
}
