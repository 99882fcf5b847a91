import { sql } from 'kysely';
import { refuseField } from '../../../../core/errors.ts';
import { type Context, visibleTo } from '../../../../server/context.ts';
import type { Rules } from '../../../money-settings/rules.ts';
import { payeeName } from '../../../transactions/rules.ts';
import { type PayeeKey, payeeNumber, payeeOf } from '../../rules.ts';
import { NOTHING_LEFT } from '../bridge.ts';
import { type Destination, destinationsOf } from '../destinations.ts';
import { faultOfName } from '../files/faults.ts';
import type { Due, Left } from '../payout-types.ts';
import { againstOf } from './blockers.ts';
import { ADJUSTED_PAYEE } from './payee-numbers.ts';
import { ALWAYS, type Standing, standingsOf } from './standings.ts';

/** Returns the one condition to pay an open line `o`: not held, not pending, past its days of hold. */
export function isPaid({ hold_days }: Pick<Rules, 'hold_days'>) {
  return sql<boolean>`(o.held is null and o.active and ${isPastHold(hold_days)})`;
}

/** Returns the condition that only its days of hold are missing. */
export function isOnHold({ hold_days }: Pick<Rules, 'hold_days'>) {
  return sql<boolean>`(o.held is null and o.active and not ${isPastHold(hold_days)})`;
}

/** Calculates sales payouts of these payees, in the order of the ids, within the caller's scope. Throws a 400 for an unknown id. */
export async function salesDue(context: Context, ids: readonly number[], rules: Rules): Promise<Due[]> {
  const wanted = wantedFrom(ids);
  const { db, actor } = context;
  const { rows } = await sql<Found>`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(wanted)}::json) w (id integer, payee integer, currency text)
    ), found as (
      select w.id, array_agg(o.id order by o.id) filter (where ${isPaid(rules)}) as line_ids,
        coalesce(sum(o.amount) filter (where ${isPaid(rules)}), 0)::bigint as lines_amount,
        coalesce(sum(o.refunded) filter (where ${isPaid(rules)}), 0)::bigint as refunds,
        json_build_object(
          'sales', coalesce(sum(o.amount + o.refunded) filter (where not ${isPaid(rules)}), 0),
          'refunds', coalesce(sum(o.refunded) filter (where not ${isPaid(rules)}), 0),
          'pending', coalesce(sum(o.amount) filter (where o.held is null and not o.active), 0),
          'delayed', coalesce(sum(o.amount) filter (where ${isOnHold(rules)}), 0),
          'held', coalesce(sum(o.amount) filter (where o.held is not null), 0)) as left,
        bool_or(o.held is not null) as held, bool_or(o.held is null and not o.active) as pending,
        bool_or(${isOnHold(rules)}) as on_hold
      from wanted w join open_lines o on o.payee = w.payee and o.currency = w.currency
      where ${visibleTo(actor, 'o.scope_program_id')}
      group by w.id
    )
    select w.id, coalesce(f.line_ids, '{}') as line_ids, coalesce(f.lines_amount, 0) as lines_amount,
      coalesce(f.refunds, 0) as refunds, f.left, coalesce(f.held, false) as held, coalesce(f.pending, false) as pending,
      coalesce(f.on_hold, false) as on_hold, m.in_making
    from wanted w left join found f on f.id = w.id
    cross join lateral (select exists (select from payouts p where p.state = 'making' and p.currency = w.currency
      and coalesce(p.user_id * 2, p.program_id * 2 + 1, 0) = w.payee) as in_making) m
    where f.id is not null or m.in_making`.execute(db);
  return dueFrom(context, ids, new Map(rows.map((row) => [row.id, row])), rules);
}

export async function dueFrom(
  context: Context,
  ids: readonly number[],
  claims: ReadonlyMap<number, Claim>,
  rules: Rules,
): Promise<Due[]> {
  const wanted = wantedFrom(ids);
  const { db, actor } = context;
  const { rows } = await sql<Known>`
    select w.id, coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), p.program_display_name) as name,
      coalesce(p.id, u.program_id) as scope_program_id,
      case when w.user_id is not null then u.id is not null
        when w.program_id is not null then p.id is not null else true end as is_known,
      b.adjustment_ids, b.debts, b.credits
    from json_to_recordset(${JSON.stringify(wanted)}::json)
      w (id integer, payee integer, user_id integer, program_id integer, currency text)
    left join site_users u on u.id = w.user_id
    left join programs p on p.id = w.program_id
    cross join lateral (
      select coalesce(array_agg(a.id order by a.id), '{}') as adjustment_ids, coalesce(sum(a.amount), 0)::bigint as debts,
        coalesce(sum(a.amount) filter (where a.amount > 0), 0)::bigint as credits
      from payout_adjustments a
      where a.payout_id is null and ${ADJUSTED_PAYEE} = w.payee
        and a.currency = w.currency and ${visibleTo(actor, 'a.scope_program_id')}) b`.execute(db);
  const known = new Map(rows.map((row) => [row.id, row]));
  const users = wanted.flatMap(({ user_id }) => user_id ?? []);
  const beside = {
    destinations: await destinationsOf(context, users),
    standings: await standingsOf(context, users, rules),
  };
  return wanted.map((payee) => {
    const found = known.get(payee.id);
    if (!found?.is_known && !claims.has(payee.id)) refuseField('ids', `There is no payee ${payee.id}`);
    return dueOf(payee, found as Known, claims.get(payee.id) ?? NOTHING, beside, rules);
  });
}

export type Claim = {
  line_ids: readonly number[];
  /** Id of the part of the pool that a membership payout pays, null before the freeze. */
  part_id?: number | null;
  lines_amount: number;
  refunds?: number;
  left?: Left | null;
  held: boolean;
  pending: boolean;
  on_hold: boolean;
  /** True while a batch that is being made pays the payee in the currency. */
  in_making?: boolean;
};

type Found = Claim & { id: number };

type Known = {
  id: number;
  name: string | null;
  scope_program_id: number | null;
  is_known: boolean;
  adjustment_ids: number[];
  debts: number;
  credits: number;
};

type Wanted = PayeeKey & { id: number; payee: number; currency: string };

type Beside = { destinations: ReadonlyMap<number, Destination>; standings: ReadonlyMap<number, Standing> };

const NOTHING: Claim = { line_ids: [], lines_amount: 0, held: false, pending: false, on_hold: false };

function dueOf(
  { id, user_id, program_id, currency }: Wanted,
  { name, scope_program_id, adjustment_ids, debts, credits }: Known,
  claim: Claim,
  { destinations, standings }: Beside,
  rules: Rules,
): Due {
  const amount = Math.max(0, claim.lines_amount + debts);
  const called = payeeName({ user_id, program_id }, name);
  const standing = standings.get(user_id ?? 0) ?? ALWAYS;
  const destination = user_id === null ? booksOf(called) : (destinations.get(user_id) ?? NOWHERE);
  return {
    id,
    user_id,
    program_id,
    currency,
    name: called,
    scope_program_id,
    ...destination,
    changed_at: standing.changed_at,
    payable_from: standing.payable_from,
    release: standing.release,
    line_ids: claim.line_ids,
    part_id: claim.part_id ?? null,
    lines: claim.part_id === undefined ? claim.line_ids.length : 1,
    lines_amount: claim.lines_amount,
    refunds: claim.refunds ?? 0,
    left: claim.left ?? NOTHING_LEFT,
    adjustment_ids,
    debts,
    credits,
    amount,
    against: againstOf({ ...claim, ...standing, amount, currency, method: destination.method }, rules),
  };
}

/** Returns the destination of payees in the books only; a name no file can carry stops them as well. */
function booksOf(name: string): Destination {
  const fault = faultOfName(name);
  return { method: fault === null ? 'none' : null, details: {}, fault };
}

const NOWHERE: Destination = { method: null, details: {}, fault: null };

function isPastHold(days: number) {
  return days === 0
    ? sql<boolean>`true`
    : sql<boolean>`(o.charged_at <= provost_now() - make_interval(days => ${sql.lit(days)}))`;
}

/** Returns the distinct ids in order; throws a 400 for an impossible one. */
export function wantedFrom(ids: readonly number[]): Wanted[] {
  return [...new Set(ids)].map((id) => {
    const payee = payeeOf(id) ?? refuseField('ids', `There is no payee ${id}`);
    return { id, payee: payeeNumber(payee), ...payee };
  });
}
