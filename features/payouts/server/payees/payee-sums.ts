/** Sums open, held and owed amounts by payee, as CTEs for counts and lists. Specification: Payouts. */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isGlobal } from '../../../../core/access.ts';
import type { Currency } from '../../../../core/money.ts';
import { type Context, visibleTo } from '../../../../server/context.ts';
import type { Rules } from '../../../money-settings/rules.ts';
import { GLOBAL_SITE } from '../../../transactions/rules.ts';
import { isOnHold, isPaid } from './due.ts';
import { ADJUSTED_PAYEE, PAYEE_OF_LINE } from './payee-numbers.ts';

/** Source of the sums of open lines: kept balances (docs/decisions/222), or the lines themselves. */
export type SumsFrom = 'balances' | 'lines';

type Wanted = {
  rules: Rules;
  currency: Currency | undefined;
  /** Conditions on `everybody e`, which limit the sums to matching payees. */
  chosen: readonly Expression<SqlBool>[];
  from: SumsFrom;
};

/**
 * Returns `with recursive … payees` within the caller's scope: one row per payee and currency with anything
 * open, held or owed, in minor units. `searched` is the name for `payeeName`, in lower case. Both sources give the
 * same rows; tests and `npm run money:verify` compare them.
 */
export function withPayees(
  { actor }: Context,
  { rules, currency, chosen, from }: Wanted,
): RawBuilder<unknown> {
  const limits: Limits = {
    rules,
    inCurrency: (column) =>
      currency === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${currency}`,
    among: (payee) =>
      chosen.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${payee} in (select payee from everybody)`,
  };
  const { inCurrency, among } = limits;
  const known = from === 'balances' ? keptIn(actor) : isGlobal(actor) ? OWED : owedIn(actor);
  return sql`
    with recursive owed as (${known}), numbered as (
      select payee, case when payee > 0 and payee % 2 = 0 then payee / 2 end as user_id,
        case when payee % 2 = 1 then payee / 2 end as program_id
      from (
        select payee from owed where payee is not null
        union
        select ${ADJUSTED_PAYEE} from payout_adjustments a
        where a.payout_id is null and ${visibleTo(actor, 'a.scope_program_id')}
      ) known
    ), named as (
      select n.*, coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), p.program_display_name) as name,
        case when n.user_id is null then 'none' else m.paid_by end as paid_by,
        coalesce(u.del_status = 1 or u.status = 0, false) as is_off,
        coalesce(u.program_id, n.program_id) as home_program_id
      from numbered n
      left join site_users u on u.id = n.user_id
      left join programs p on p.id = n.program_id
      left join payment_settings m on m.user_id = n.user_id
    ), everybody as (
      select e.* from (
        select n.*, lower(coalesce(n.name, 'User #' || n.user_id, 'Program #' || n.program_id, ${GLOBAL_SITE})) as searched
        from named n
      ) e where ${sql.join([sql<SqlBool>`true`, ...chosen], sql` and `)}
    ), ${from === 'balances' ? keptSums(actor, limits) : summedLines(actor, limits)}, beside as (
      select ${ADJUSTED_PAYEE} as payee, a.currency, sum(a.amount) as amount,
        min(a.created_at) filter (where a.amount < 0) as oldest_debt
      from payout_adjustments a
      where a.payout_id is null and ${visibleTo(actor, 'a.scope_program_id')} and ${inCurrency('a.currency')}
        and ${among(ADJUSTED_PAYEE)}
      group by 1, 2
    ), summed as (
      select coalesce(l.payee, b.payee) as payee, coalesce(l.currency, b.currency) as currency,
        (coalesce(l.open, 0) + coalesce(b.amount, 0))::bigint as amount,
        coalesce(l.held_amount, 0)::bigint as held_amount,
        greatest(coalesce(l.ready, 0) + coalesce(b.amount, 0), 0)::bigint as payout,
        coalesce(b.amount, 0)::bigint as beside, b.oldest_debt, coalesce(l.held_amount, 0) <> 0 as held,
        coalesce(l.pending, false) as pending, l.future_sessions,
        l.on_hold_since + make_interval(days => ${sql.lit(rules.hold_days)}) as on_hold_until
      from lines l full join beside b on b.payee = l.payee and b.currency = l.currency
    ), payees as (
      select e.user_id, e.program_id, e.name, e.paid_by, e.is_off, e.searched, s.*,
        exists (select from payouts w where w.state = 'making' and w.currency = s.currency
          and coalesce(w.user_id * 2, w.program_id * 2 + 1, 0) = s.payee) as in_making
      from summed s join everybody e on e.payee = s.payee
    )`;
}

type Limits = {
  rules: Rules;
  inCurrency: (column: string) => Expression<SqlBool>;
  among: (payee: RawBuilder<unknown>) => Expression<SqlBool>;
};

function summedLines(actor: Context['actor'], { rules, inCurrency, among }: Limits): RawBuilder<unknown> {
  return sql`lines as (
      select o.payee, o.currency,
        coalesce(sum(o.amount) filter (where o.held is null), 0) as open,
        coalesce(sum(o.amount) filter (where o.held is not null), 0) as held_amount,
        coalesce(sum(o.amount) filter (where ${isPaid(rules)}), 0) as ready,
        bool_or(o.held is null and not o.active) as pending,
        case when min(o.class_id) filter (where o.held is null and not o.active)
            = max(o.class_id) filter (where o.held is null and not o.active)
          then max(o.future_sessions) filter (where o.held is null and not o.active) end as future_sessions,
        min(o.charged_at) filter (where ${isOnHold(rules)}) as on_hold_since
      from open_lines o
      where ${visibleTo(actor, 'o.scope_program_id')} and ${inCurrency('o.currency')} and ${among(sql`o.payee`)}
      group by 1, 2
    )`;
}

/** Returns the CTEs up to `lines` from the kept balances, whose rows are summands: only sums of them mean anything. Days of hold are read from the lines. */
function keptSums(actor: Context['actor'], limits: Limits): RawBuilder<unknown> {
  const { inCurrency, among } = limits;
  return sql`clock as materialized (
      select provost_now() as now
    ), upcoming as materialized (
      select s.class_id, count(*)::integer as sessions from class_sessions s
      where s.cancelled = 0 and s.start_at > (select now from clock) group by s.class_id
    ), bundled as materialized (
      select p.parts, sum(u.sessions)::integer as sessions
      from (select distinct b.parts from payee_balances b where b.parts <> '{}') p
      cross join unnest(p.parts) part join upcoming u on u.class_id = part
      group by 1
    ), kept as (
      select b.payee, b.currency, b.class_id, b.parts, b.override, b.held, b.lines, b.amount, f.sessions as future_sessions,
        ${isActive('b.override')} as active
      from payee_balances b
      left join upcoming u on u.class_id = b.class_id
      left join bundled d on d.parts = b.parts
      cross join lateral (select coalesce(u.sessions, 0) + coalesce(d.sessions, 0) as sessions) f
      where ${visibleTo(actor, 'b.scope_program_id')} and ${inCurrency('b.currency')} and ${among(sql`b.payee`)}
    ), waiting as (
      select k.payee, k.currency, case when min(k.class_id) = max(k.class_id) then max(k.future_sessions) end as future_sessions
      from (
        select k.payee, k.currency, k.class_id, k.parts, k.override, k.future_sessions from kept k
        where not k.held and not k.active group by 1, 2, 3, 4, 5, 6 having sum(k.lines) > 0
      ) k group by 1, 2
    ), delayed as (${delayedLines(actor, limits)}
    ), lines as (
      select k.payee, k.currency, k.open, k.held_amount, k.active - coalesce(d.amount, 0) as ready, k.pending,
        w.future_sessions, d.since as on_hold_since
      from (
        select k.payee, k.currency,
          coalesce(sum(k.amount) filter (where not k.held), 0) as open,
          coalesce(sum(k.amount) filter (where k.held), 0) as held_amount,
          coalesce(sum(k.amount) filter (where not k.held and k.active), 0) as active,
          coalesce(sum(k.lines) filter (where not k.held and not k.active), 0) > 0 as pending
        from kept k group by 1, 2 having sum(k.lines) > 0
      ) k
      left join waiting w on w.payee = k.payee and w.currency = k.currency
      left join delayed d on d.payee = k.payee and d.currency = k.currency
    )`;
}

/** Returns the SELECT of what `isOnHold` says, by payee and currency, at the moment of `clock`. */
function delayedLines(
  actor: Context['actor'],
  { rules: { hold_days }, inCurrency, among }: Limits,
): RawBuilder<unknown> {
  if (hold_days === 0)
    return sql`select null::bigint as payee, null::text as currency, null::bigint as amount, null::timestamptz as since where false`;
  return sql`select ${PAYEE_OF_LINE} as payee, c.currency, sum(l.amount - l.refunded) as amount, min(c.created_at) as since
      from charges c
      join charge_lines l on l.charge_id = c.id and l.payout_id is null and l.amount > l.refunded
      left join upcoming u on u.class_id = c.class_id
      cross join lateral (
        select coalesce(u.sessions, 0) + coalesce(sum(x.sessions), 0) as sessions
        from charge_parts p join upcoming x on x.class_id = p.class_id where p.charge_id = c.id
      ) f
      -- The first tells the planner how few they are; the transaction began before the clock was read.
      where c.created_at > now() - make_interval(days => ${sql.lit(hold_days)})
        and c.created_at > (select now - make_interval(days => ${sql.lit(hold_days)}) from clock)
        and c.held is null and c.disputed_at is null and ${isActive('l.override')}
        and ${visibleTo(actor, 'l.scope_program_id')} and ${inCurrency('c.currency')} and ${among(PAYEE_OF_LINE)}
      group by 1, 2`;
}

/** Returns the condition of `open_lines`, with the sessions to come in `f`. */
function isActive(override: string): RawBuilder<boolean> {
  const switched = sql.ref(override);
  return sql`case ${switched} when '1' then true when '-1' then false else f.sessions = 0 end`;
}

function keptIn(actor: Context['actor']): RawBuilder<unknown> {
  return sql`select distinct b.payee from payee_balances b where ${visibleTo(actor, 'b.scope_program_id')}`;
}

/** Skip scan: one index look-up per payee, however many open lines they have; a null ends it. */
const OWED = sql`
  (${firstOpen(sql`true`)})
  union all
  select (${firstOpen(sql`${PAYEE_OF_LINE} > w.payee`)}) from owed w where w.payee is not null`;

function firstOpen(after: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${PAYEE_OF_LINE} as payee from charge_lines l where l.payout_id is null and ${after}
    order by ${PAYEE_OF_LINE} limit 1`;
}

/** A bound session cannot skip: operators that are not leakproof run after the row's policy. */
function owedIn(actor: Context['actor']): RawBuilder<unknown> {
  return sql`select distinct ${PAYEE_OF_LINE} as payee from charge_lines l
    where l.payout_id is null and ${visibleTo(actor, 'l.scope_program_id')}`;
}
