import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Actor, isGlobal } from '../../../../core/access.ts';
import { CURRENCIES, type Currency, toMajor } from '../../../../core/money.ts';
import { must } from '../../../../core/must.ts';
import { PAGE_SIZE } from '../../../../core/paging.ts';
import { type Context, withoutTenantScope } from '../../../../server/context.ts';
import { byAmount, matchesWordsOrId } from '../../../../server/nouns/list-query.ts';
import { amountsOf, type WaitingWork } from '../../../../server/nouns/waiting-work.ts';
import type { Rules } from '../../../money-settings/rules.ts';
import { readRules } from '../../../money-settings/server/money-rules.ts';
import { payeeName } from '../../../transactions/rules.ts';
import type { PAYOUT_SORTS, Payee, PayeesSum } from '../../contract.ts';
import { isPayable, type PayoutMethod, payeeId, STUCK_DAYS } from '../../rules.ts';
import { type Destination, destinationsOf, reachable } from '../destinations.ts';
import { faultOfName } from '../files/faults.ts';
import { againstOf } from './blockers.ts';
import { ADJUSTED_PAYEE } from './payee-numbers.ts';
import { type SumsFrom, withPayees } from './payee-sums.ts';
import { ALWAYS, isStopped, type Standing, standingsOf } from './standings.ts';

type Sort = (typeof PAYOUT_SORTS)[number];
type Tick = '' | '0' | '1';

export type PayeeFilter = {
  page: number;
  name?: string;
  user_id?: number | undefined;
  /** The program where the payee is at home, 0 for all; a bound admin's list is of the shares of their own. */
  program_id?: number;
  currency?: Currency | undefined;
  method?: PayoutMethod | undefined;
  payable?: Tick;
  without_method?: Tick;
  stuck_debt?: Tick;
  /** '1': the balances of a payee stand together, where the first of them would stand. */
  by_payee?: Tick;
  sort_by?: Sort | undefined;
  sort_dest?: 'asc' | 'desc' | undefined;
};

/** A page holds 50 balances, and says of each how many its payee has in the list: some may be on another page. */
type PageOfPayees = { payouts: Payee[] } & Totals;

/** The sums' amounts are in minor units until they are answered. */
type Totals = { count: number; payees: number; people: number; sums: PayeesSum[] };

/** Sorts by name by default, within the caller's scope. Page, counts and sums share one summation. */
export async function pageOfPayees(
  context: Context,
  filter: PayeeFilter,
  size = PAGE_SIZE,
  from: SumsFrom = 'balances',
): Promise<PageOfPayees> {
  const { db } = context;
  const [{ rules }, reached] = await Promise.all([
    readRules(withoutTenantScope(context)),
    asksForMethods(filter) ? reachable(context) : null,
  ]);
  const { page, by_payee = '', sort_by = 'instructor_name', sort_dest = 'asc' } = filter;
  const direction = sort_dest === 'desc' ? sql`desc` : sql`asc`;
  const { chosen, matching } = conditions(context, rules, reached ?? NOBODY, filter);
  const inPlace = by_payee === '1' ? sql`p.first_place, p.place` : sql`p.place`;
  const { rows } = await sql<PayeeRow & Totals>`
    ${withPayees(context, { rules, currency: filter.currency, chosen, from })}, ordered as (
      select p.*, count(*) over (partition by p.payee) as balances, row_number() over (
        order by ${ORDERS[sort_by]} ${direction} ${sort_by === 'paid_by' ? sql`nulls last` : sql``},
          p.payee ${direction}, ${PLACE_OF_CURRENCY} ${direction}) as place
      from payees p where ${matching}
    ), placed as (
      select p.*, min(p.place) over (partition by p.payee) as first_place from ordered p
    ), paged as (
      select p.* from placed p order by ${inPlace} limit ${size} offset ${(page - 1) * size}
    ), sums as (
      select s.currency, count(*) as balances, sum(s.amount)::bigint as amount, sum(s.payout)::bigint as payout,
        sum(s.held_amount)::bigint as held_amount
      from ordered s group by 1
    ), counted as (
      select count(*) as count, count(distinct o.payee) as payees, count(distinct o.user_id) as people,
        (select coalesce(json_agg(to_json(s) order by s.balances desc, s.currency), '[]') from sums s) as sums
      from ordered o
    )
    select c.*, p.*, (select max(n.sent_at) from payment_notifications n where n.user_id = p.user_id) as notified_at
    from counted c left join paged p on true
    order by ${inPlace}`.execute(db);
  const found = must(rows[0], 'counts of payees');
  // A page past the end is one row of counts, and nothing else.
  const listed = rows.filter(({ payee }) => payee !== null);
  const users = listed.flatMap(({ user_id }) => user_id ?? []);
  const destinations = reached?.destinations ?? (await destinationsOf(context, users));
  const standings = await standingsOf(context, users, rules);
  return {
    payouts: listed.map((row) => {
      const user_id = row.user_id ?? 0;
      return toResponse(row, rules, destinations.get(user_id), standings.get(user_id) ?? ALWAYS);
    }),
    count: found.count,
    payees: found.payees,
    people: found.people,
    sums: found.sums.map(({ currency, balances, amount, payout, held_amount }) => ({
      currency,
      balances,
      amount: toMajor(amount, currency),
      payout: toMajor(payout, currency),
      held_amount: toMajor(held_amount, currency),
    })),
  };
}

/** Returns people without a usable method, with what they could be paid, and debts that no payout reduces. Home asks often: only candidates are summed. */
export async function troubledPayees(
  context: Context,
  program_id = 0,
  from: SumsFrom = 'balances',
): Promise<{ without_method: WaitingWork; stuck_debt: WaitingWork }> {
  const [{ rules }, reached] = await Promise.all([
    readRules(withoutTenantScope(context)),
    reachable(context),
  ]);
  const suspects = sql<SqlBool>`(${mayLackMethod(reached)} or ${MAY_OWE})`;
  const lacking = sql`(select p.currency, p.payout as amount from payees p
    where ${WITHOUT_METHOD(isReached(reached))}) l`;
  const owing = sql`(select p.currency, p.beside as amount from payees p where ${STUCK}) o`;
  const { rows } = await sql<TroubledPayees>`
    ${withPayees(context, { rules, currency: undefined, chosen: [suspects, ...atHomeIn(context.actor, program_id)], from })}
    select count(distinct p.payee) filter (where ${WITHOUT_METHOD(isReached(reached))}) as lacking,
      count(*) filter (where ${STUCK}) as owing, min(p.oldest_debt) filter (where ${STUCK}) as oldest,
      ${amountsOf(lacking)} as due, ${amountsOf(owing)} as debts
    from payees p`.execute(context.db);
  const found = must(rows[0], 'payees in trouble');
  return {
    without_method: { count: found.lacking, oldest: null, amounts: found.due },
    stuck_debt: { count: found.owing, oldest: found.oldest, amounts: found.debts },
  };
}

type TroubledPayees = {
  lacking: number;
  owing: number;
  oldest: string | null;
  due: WaitingWork['amounts'];
  debts: WaitingWork['amounts'];
};

/** Amounts in minor units. */
type PayeeRow = {
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
  held: boolean;
  pending: boolean;
  in_making: boolean;
  future_sessions: number | null;
  on_hold_until: string | null;
  balances: number;
};

function conditions(
  { actor }: Context,
  rules: Rules,
  reached: Reached,
  {
    name = '',
    user_id,
    program_id = 0,
    method,
    payable = '',
    without_method = '',
    stuck_debt = '',
  }: PayeeFilter,
): { chosen: Expression<SqlBool>[]; matching: Expression<SqlBool> } {
  const ticked = (tick: Tick, condition: Expression<SqlBool>) =>
    tick === '' ? [] : [tick === '1' ? condition : sql<SqlBool>`not (${condition})`];
  return {
    chosen: [
      ...(name === '' ? [] : [matchesWordsOrId('e.searched', 'e.user_id', name)]),
      ...(user_id === undefined ? [] : [sql<SqlBool>`e.user_id = ${user_id}`]),
      ...atHomeIn(actor, program_id),
      ...(method === undefined ? [] : [sql<SqlBool>`e.paid_by = ${method}`]),
      ...(without_method === '1' ? [mayLackMethod(reached)] : []),
      ...(stuck_debt === '1' ? [MAY_OWE] : []),
    ],
    matching: sql.join(
      [
        sql<SqlBool>`(p.amount <> 0 or p.held_amount <> 0 or p.beside <> 0)`,
        ...ticked(
          payable,
          sql<SqlBool>`(p.payout > 0 and ${isReached(reached)} and ${reachesMinimum(rules)} and not p.in_making and not ${isStopped(rules)})`,
        ),
        ...ticked(without_method, WITHOUT_METHOD(isReached(reached))),
        ...ticked(stuck_debt, STUCK),
      ],
      sql` and `,
    ) as RawBuilder<SqlBool>,
  };
}

function atHomeIn(actor: Actor, program_id: number): Expression<SqlBool>[] {
  return isGlobal(actor) && program_id !== 0 ? [sql<SqlBool>`e.home_program_id = ${program_id}`] : [];
}

/** True where a filter needs the methods, whose fields must be decrypted. */
function asksForMethods({ payable = '', without_method = '' }: PayeeFilter): boolean {
  return payable !== '' || without_method !== '';
}

type Reached = Pick<Awaited<ReturnType<typeof reachable>>, 'users' | 'programs'>;
const NOBODY: Reached = { users: [], programs: [] };

function isReached({ users, programs }: Reached): RawBuilder<SqlBool> {
  return sql`(case when p.user_id is not null then p.user_id = any (${users}::integer[])
    when p.program_id is not null then p.program_id = any (${programs}::integer[]) else true end)`;
}

const WITHOUT_METHOD = (reached: Expression<SqlBool>) =>
  sql<SqlBool>`(p.payout > 0 and p.user_id is not null and not ${reached})`;

/** Limits `everybody e` to possible matches: all other payees with a payable amount have a method. */
function mayLackMethod({ users }: Reached): Expression<SqlBool> {
  return sql<SqlBool>`(e.user_id is not null and not (e.user_id = any (${users}::integer[])))`;
}

const STUCK = sql<SqlBool>`(p.beside < 0 and p.payout = 0
  and coalesce(p.oldest_debt < provost_now() - make_interval(days => ${sql.lit(STUCK_DAYS)}), false))`;

/** Limits `everybody e` to payees who may have a debt. */
const MAY_OWE = sql<SqlBool>`e.payee in (select ${ADJUSTED_PAYEE} from payout_adjustments a where a.payout_id is null and a.amount < 0)`;

function reachesMinimum({ minimum }: Rules): RawBuilder<boolean> {
  return sql`(p.payout >= coalesce((${JSON.stringify(minimum)}::jsonb ->> p.currency)::bigint, 0))`;
}

/** Sorts currencies after payees, which is the order of the ids computed from both. */
const PLACE_OF_CURRENCY = sql<number>`array_position(${sql.lit(`{${CURRENCIES.join()}}`)}::text[], p.currency)`;

const ORDERS: { [Name in Sort]: RawBuilder<unknown> } = {
  id: sql`p.payee`,
  instructor_name: sql`p.searched`,
  amount: byAmount('p.currency', 'p.amount'),
  payout: byAmount('p.currency', 'p.payout'),
  currency: sql`p.currency`,
  paid_by: sql`p.paid_by`,
};

function toResponse(
  row: PayeeRow,
  rules: Rules,
  destination: Destination | undefined,
  standing: Standing,
): Payee {
  const { currency, user_id, payout, on_hold_until } = row;
  const name = user_id === null && row.program_id === null ? null : payeeName(row, row.name);
  const fault = user_id === null ? faultOfName(name ?? '') : (destination?.fault ?? null);
  const method = user_id === null ? (fault === null ? 'none' : null) : (destination?.method ?? null);
  const due = { amount: payout, currency, method, on_hold: on_hold_until !== null };
  const against = againstOf({ ...row, ...standing, ...due }, rules);
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
    method_fault: fault,
    notified_at: row.notified_at,
    against,
    payable: isPayable({ against }) ? 1 : 0,
    balances: row.balances,
    future_sessions: row.pending ? row.future_sessions : null,
    ready_at: laterOf(standing.payable_from, payout > 0 ? null : on_hold_until),
  };
}

function laterOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return Date.parse(one) > Date.parse(other) ? one : other;
}
