/** Payees by currency, with what is open of each. Specification: Payouts. */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { CURRENCIES, type Currency, toMajor } from '../../../core/money.ts';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { asPlatform, type Context, visibleTo } from '../../../server/context.ts';
import { byAmount, matchesWords } from '../../../server/list-query.ts';
import type { Rules } from '../../money-settings/rules.ts';
import { readRules } from '../../money-settings/server/money-rules.ts';
import { GLOBAL_SITE, payeeName } from '../../transactions/rules.ts';
import type { PAYOUT_SORTS, Payee } from '../contract.ts';
import { type PayoutMethod, payeeId, STUCK_DAYS } from '../rules.ts';
import { type Destination, destinationsOf, reachable } from './destinations.ts';
import { isPaid } from './due.ts';
import { faultOfName } from './files/faults.ts';
import { ADJUSTED_PAYEE } from './payee-numbers.ts';

type Sort = (typeof PAYOUT_SORTS)[number];
type Tick = '' | '0' | '1';

export type PayeeFilter = {
  page: number;
  name?: string;
  currency?: Currency | undefined;
  method?: PayoutMethod | undefined;
  payable?: Tick;
  without_method?: Tick;
  stuck_debt?: Tick;
  sort_by?: Sort | undefined;
  sort_dest?: 'asc' | 'desc' | undefined;
};

/** By name unless asked otherwise; of what the caller may see. What is open is added up once for the page and its count. */
export async function pageOfPayees(
  context: Context,
  filter: PayeeFilter,
): Promise<{ payouts: Payee[]; count: number }> {
  const { db } = context;
  const { rules } = await asPlatform(context, readRules);
  const { page, sort_by = 'instructor_name', sort_dest = 'asc' } = filter;
  const direction = sort_dest === 'desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<Row>`
    with ${payees(context, rules, filter.currency)}, matching as (
      select p.*, count(*) over () as count from payees p where ${sql.join(await conditions(context, rules, filter), sql` and `)}
      order by ${ORDERS[sort_by]} ${direction} ${sort_by === 'paid_by' ? sql`nulls last` : sql``},
        p.payee ${direction}, ${PLACE_OF_CURRENCY} ${direction}
      limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}
    )
    select m.*, (select max(n.sent_at) from payment_notifications n where n.user_id = m.user_id) as notified_at
    from matching m`.execute(db);
  // A page past the end has no row to say how many there are.
  const count = rows[0]?.count ?? (page === 1 ? 0 : await countPayees(context, filter));
  const destinations = await destinationsOf(
    context,
    rows.flatMap(({ user_id }) => user_id ?? []),
  );
  return {
    payouts: rows.map((row) => asAnswered(row, destinations.get(row.user_id ?? 0))),
    count,
  };
}

/** How many cannot be paid for want of a method, and how many debts no payout takes off: as the list holds with each tick. */
export async function countTroubledPayees(
  context: Context,
): Promise<{ without_method: number; stuck_debt: number }> {
  const { rules } = await asPlatform(context, readRules);
  const { rows } = await sql<{ without_method: number; stuck_debt: number }>`
    with ${payees(context, rules, undefined)}
    select count(*) filter (where ${WITHOUT_METHOD(await reach(context))}) as without_method, count(*) filter (where ${STUCK}) as stuck_debt
    from payees p`.execute(context.db);
  return rows[0] ?? { without_method: 0, stuck_debt: 0 };
}

async function countPayees(context: Context, filter: Omit<PayeeFilter, 'page'>): Promise<number> {
  const { rules } = await asPlatform(context, readRules);
  const { rows } = await sql<{ count: number }>`
    with ${payees(context, rules, filter.currency)}
    select count(*) as count from payees p where ${sql.join(await conditions(context, rules, filter), sql` and `)}`.execute(
    context.db,
  );
  return rows[0]?.count ?? 0;
}

/** Amounts in minor units. */
type Row = {
  payee: number;
  user_id: number | null;
  program_id: number | null;
  currency: string;
  name: string | null;
  amount: number;
  held_amount: number;
  payout: number;
  paid_by: PayoutMethod | null;
  notified_at: string | null;
  count: number;
};

/** `payees`, one row each that has anything open, held or owed. */
function payees({ actor }: Context, rules: Rules, currency: Currency | undefined): RawBuilder<unknown> {
  const inCurrency = (column: string) =>
    currency === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${currency}`;
  return sql`
    lines as (
      select o.payee, o.currency, max(o.user_id) as user_id, max(o.program_id) as program_id,
        coalesce(sum(o.amount) filter (where o.held is null), 0) as open,
        coalesce(sum(o.amount) filter (where o.held is not null), 0) as held_amount,
        coalesce(sum(o.amount) filter (where ${isPaid(rules)}), 0) as ready
      from open_lines o where ${visibleTo(actor, 'o.scope_program_id')} and ${inCurrency('o.currency')} group by 1, 2
    ), beside as (
      select ${ADJUSTED_PAYEE} as payee, a.currency, max(a.user_id) as user_id,
        max(a.program_id) as program_id, sum(a.amount) as amount,
        min(a.created_at) filter (where a.amount < 0) as oldest_debt
      from payout_adjustments a
      where a.payout_id is null and ${visibleTo(actor, 'a.scope_program_id')} and ${inCurrency('a.currency')} group by 1, 2
    ), summed as (
      select coalesce(l.payee, b.payee) as payee, coalesce(l.currency, b.currency) as currency,
        coalesce(l.user_id, b.user_id) as user_id, coalesce(l.program_id, b.program_id) as program_id,
        (coalesce(l.open, 0) + coalesce(b.amount, 0))::bigint as amount,
        coalesce(l.held_amount, 0)::bigint as held_amount,
        greatest(coalesce(l.ready, 0) + coalesce(b.amount, 0), 0)::bigint as payout,
        coalesce(b.amount, 0)::bigint as beside, b.oldest_debt
      from lines l full join beside b on b.payee = l.payee and b.currency = l.currency
    ), named as (
      select s.*,
        coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), p.program_display_name) as name,
        case when s.user_id is null then 'none' else m.paid_by end as paid_by
      from summed s
      left join site_users u on u.id = s.user_id
      left join programs p on p.id = s.program_id
      left join payment_settings m on m.user_id = s.user_id
    ), payees as (
      -- As \`payeeName\` calls them.
      select n.*, lower(coalesce(n.name, 'User #' || n.user_id, 'Program #' || n.program_id, ${GLOBAL_SITE})) as searched
      from named n
    )`;
}

async function conditions(
  context: Context,
  rules: Rules,
  filter: Omit<PayeeFilter, 'page'>,
): Promise<Expression<SqlBool>[]> {
  const { name = '', method, payable = '', without_method = '', stuck_debt = '' } = filter;
  const ticked = (tick: Tick, condition: Expression<SqlBool>) =>
    tick === '' ? [] : [tick === '1' ? condition : sql<SqlBool>`not (${condition})`];
  const isReached = payable === '' && without_method === '' ? sql<SqlBool>`null` : await reach(context);
  return [
    sql<SqlBool>`(p.amount <> 0 or p.held_amount <> 0 or p.beside <> 0)`,
    ...(name === '' ? [] : [matchesWords('p.searched', name)]),
    ...(method === undefined ? [] : [sql<SqlBool>`p.paid_by = ${method}`]),
    ...ticked(payable, sql<SqlBool>`(p.payout > 0 and ${isReached} and ${reachesMinimum(rules)})`),
    ...ticked(without_method, WITHOUT_METHOD(isReached)),
    ...ticked(stuck_debt, STUCK),
  ];
}

/** Whether paying finds a method for them: asked of the fields themselves, which the database holds encrypted. */
async function reach(context: Context): Promise<RawBuilder<SqlBool>> {
  const { users, programs } = await reachable(context);
  return sql<SqlBool>`(case when p.user_id is not null then p.user_id = any (${users}::integer[])
    when p.program_id is not null then p.program_id = any (${programs}::integer[]) else true end)`;
}

const WITHOUT_METHOD = (isReached: Expression<SqlBool>) =>
  sql<SqlBool>`(p.payout > 0 and p.user_id is not null and not ${isReached})`;

const STUCK = sql<SqlBool>`(p.beside < 0 and p.payout = 0
  and coalesce(p.oldest_debt < provost_now() - make_interval(days => ${sql.lit(STUCK_DAYS)}), false))`;

function reachesMinimum({ minimum }: Rules): RawBuilder<boolean> {
  return sql`(p.payout >= coalesce((${JSON.stringify(minimum)}::jsonb ->> p.currency)::bigint, 0))`;
}

/** After the payee itself: so ids, which are worked out of both, are in order. */
const PLACE_OF_CURRENCY = sql<number>`array_position(${sql.lit(`{${CURRENCIES.join()}}`)}::text[], p.currency)`;

const ORDERS: { [Name in Sort]: RawBuilder<unknown> } = {
  id: sql`p.payee`,
  instructor_name: sql`p.searched`,
  amount: byAmount('p.currency', 'p.amount'),
  payout: byAmount('p.currency', 'p.payout'),
  currency: sql`p.currency`,
  paid_by: sql`p.paid_by`,
};

function asAnswered(row: Row, destination: Destination | undefined): Payee {
  const { currency, user_id } = row;
  const name = user_id === null && row.program_id === null ? null : payeeName(row, row.name);
  return {
    id: payeeId(row, currency),
    instructor_name: name,
    amount: toMajor(row.amount, currency),
    held_amount: toMajor(row.held_amount, currency),
    currency,
    payout: toMajor(row.payout, currency),
    pay_to_id: user_id,
    // What books alone is no method that anybody has chosen.
    paid_by: row.paid_by === 'none' ? null : row.paid_by,
    method_fault: user_id === null ? faultOfName(name ?? '') : (destination?.fault ?? null),
    notified_at: row.notified_at,
  };
}
