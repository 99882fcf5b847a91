/** Sums open, held and owed amounts by payee, as CTEs for counts and lists. Specification: Payouts. */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isGlobal } from '../../../../core/access.ts';
import type { Currency } from '../../../../core/money.ts';
import { type Context, visibleTo } from '../../../../server/context.ts';
import type { Rules } from '../../../money-settings/rules.ts';
import { GLOBAL_SITE } from '../../../transactions/rules.ts';
import { isOnHold, isPaid } from './due.ts';
import { ADJUSTED_PAYEE, PAYEE_OF_LINE } from './payee-numbers.ts';

/**
 * Returns `with recursive … payees` within the caller's scope: one row per payee and currency with anything
 * open, held or owed, in minor units. `chosen` are conditions on `everybody e`, which limit the sums to
 * matching payees. `searched` is the name for `payeeName`, in lower case.
 */
export function withPayees(
  { actor }: Context,
  rules: Rules,
  currency: Currency | undefined,
  chosen: readonly Expression<SqlBool>[],
): RawBuilder<unknown> {
  const inCurrency = (column: string) =>
    currency === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${currency}`;
  const among = (payee: RawBuilder<unknown>) =>
    chosen.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${payee} in (select payee from everybody)`;
  return sql`
    with recursive owed as (${isGlobal(actor) ? OWED : owedIn(actor)}), numbered as (
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
        coalesce(u.del_status = 1 or u.status = 0, false) as is_off
      from numbered n
      left join site_users u on u.id = n.user_id
      left join programs p on p.id = n.program_id
      left join payment_settings m on m.user_id = n.user_id
    ), everybody as (
      select e.* from (
        select n.*, lower(coalesce(n.name, 'User #' || n.user_id, 'Program #' || n.program_id, ${GLOBAL_SITE})) as searched
        from named n
      ) e where ${sql.join([sql<SqlBool>`true`, ...chosen], sql` and `)}
    ), lines as (
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
    ), beside as (
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
      select e.user_id, e.program_id, e.name, e.paid_by, e.is_off, e.searched, s.* from summed s join everybody e on e.payee = s.payee
    )`;
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
