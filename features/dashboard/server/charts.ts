/** Weekly charts of a year, and the split of a month. Specification: Dashboard. */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { mayAccess } from '../../../core/access.ts';
import { CURRENCIES, type Currency, toMajor } from '../../../core/money.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import { TYPES } from '../../commissions/rules.ts';
import type { Charts } from '../contract.ts';
import { weeksUntil } from '../rules.ts';
import { LATELY } from './counts.ts';

/**
 * Returns charts in major units of the given currency, else the own program's, else USD. Amounts and
 * currencies are empty without the permission `money`, sign-ups without `users`.
 */
export async function readCharts(context: Context, asked: Currency | undefined): Promise<Charts> {
  const { actor } = context;
  const weeks = weeksUntil(new Date());
  const currency = asked ?? (await ownCurrency(context)) ?? 'USD';
  const money = mayAccess(actor, { area: 'money' }) ? await moneyOf(context, currency, weeks) : NO_MONEY;
  const sign_ups = mayAccess(actor, { area: 'users' }) ? await signUps(context, weeks) : [];
  return { currency, ...money, sign_ups };
}

type Money = Pick<Charts, 'currencies' | 'sales' | 'split'>;
const NO_MONEY: Money = { currencies: [], sales: [], split: [] };

async function ownCurrency({ db, actor }: Context): Promise<Currency | undefined> {
  const program = await db
    .selectFrom('programs')
    .select('default_currency')
    .where('id', '=', actor.program_id)
    .executeTakeFirst();
  return CURRENCIES.find((currency) => currency === program?.default_currency);
}

async function moneyOf(context: Context, currency: Currency, weeks: readonly string[]): Promise<Money> {
  const sold = await weekly(context, weeks, {
    from: sql`charges c`,
    amount: sql`c.amount`,
    at: 'c.created_at',
    scope: 'c.program_id',
  });
  const refunded = await weekly(context, weeks, {
    from: sql`refunds r ${eachWith(sql`select c.currency from charges c where c.id = r.charge_id`, sql`c`)}`,
    amount: sql`r.amount`,
    at: 'r.succeeded_at',
    scope: 'r.scope_program_id',
    only: sql<SqlBool>`r.state = 'succeeded'`,
  });
  const known = new Set([currency, ...[...sold, ...refunded].map((sum) => sum.currency)]);
  const of = (sums: readonly Sum[], week: number) =>
    toMajor(sums.find((sum) => sum.week === week && sum.currency === currency)?.amount ?? 0, currency);
  return {
    currencies: CURRENCIES.filter((one) => known.has(one)),
    sales: weeks.map((week, index) => ({ week, sold: of(sold, index), refunded: of(refunded, index) })),
    split: await splitOf(context, currency),
  };
}

type Sum = { week: number; currency: string; amount: number };
type Summed = {
  from: Expression<unknown>;
  amount: Expression<unknown>;
  at: string;
  scope: string;
  only?: Expression<SqlBool>;
};

/** Sums bookings by week and currency, in minor units. */
async function weekly(
  { db, actor }: Context,
  weeks: readonly string[],
  { from, amount, at, scope, only = sql<SqlBool>`true` }: Summed,
): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select ${weekOf(at, weeks)} as week, c.currency, sum(${amount}) as amount from ${from}
    where ${sql.ref(at)} >= ${startOf(weeks)} and ${only} and ${visibleTo(actor, scope)}
    group by 1, 2`.execute(db);
  return rows;
}

async function signUps({ db, actor }: Context, weeks: readonly string[]): Promise<Charts['sign_ups']> {
  const { rows } = await sql<{ week: number; count: number }>`
    select ${weekOf('u.dateadded', weeks)} as week, count(*) as count from site_users u
    where u.del_status = 0 and u.dateadded >= ${startOf(weeks)} and ${visibleTo(actor, 'u.program_id')}
    group by 1`.execute(db);
  return weeks.map((week, index) => ({ week, count: rows.find((row) => row.week === index)?.count ?? 0 }));
}

async function splitOf({ db, actor }: Context, currency: Currency): Promise<Charts['split']> {
  const { rows } = await sql<{ type: number; amount: number }>`
    select l.type, sum(l.amount) as amount from charges c
    ${eachWith(sql`select l.type, l.amount from charge_lines l where l.charge_id = c.id`, sql`l`)}
    where c.created_at >= ${LATELY} and c.currency = ${currency}
      and ${visibleTo(actor, 'c.program_id')}
    group by l.type`.execute(db);
  return TYPES.map((type) => ({
    type,
    amount: toMajor(rows.find((row) => row.type === type)?.amount ?? 0, currency),
  }));
}

/** Looks rows up singly: a join would read all of a table for the rows of some weeks. */
function eachWith(rows: RawBuilder<unknown>, alias: RawBuilder<unknown>) {
  return sql`cross join lateral (${rows} offset 0) ${alias}`;
}

/** Returns the index of a moment's week, from 0; future moments count to the last. */
function weekOf(at: string, weeks: readonly string[]) {
  return sql<number>`width_bucket(${sql.ref(at)}, ${weeks.map((day) => `${day}T00:00:00Z`)}::timestamptz[]) - 1`;
}

function startOf([first]: readonly string[]) {
  return sql`${`${first}T00:00:00Z`}::timestamptz`;
}
