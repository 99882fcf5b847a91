import { type RawBuilder, sql } from 'kysely';
import { mayAccess } from '../../../core/access.ts';
import { CURRENCIES, type Currency, toMajor } from '../../../core/money.ts';
import { must } from '../../../core/must.ts';
import { type Context, programOf, visibleIn } from '../../../server/context.ts';
import { TYPES } from '../../commissions/rules.ts';
import { salesOfDays } from '../../transactions/server/kept-sales.ts';
import type { Charts } from '../contract.ts';
import { weeksUntil } from '../rules.ts';
import { LATELY } from './counts.ts';

/** Currency and program of the charts; the program is 0 for all. */
export type AskedCharts = { currency?: Currency | undefined; program_id: number };

/** Returns charts in major units of the given currency, else the program's, else USD; amounts need the permission `money`, sign-ups `users`. */
export async function readCharts(
  context: Context,
  { currency: asked, program_id }: AskedCharts = { program_id: 0 },
): Promise<Charts> {
  const { actor } = context;
  const weeks = weeksUntil(new Date());
  const currency = asked ?? (await currencyOf(context, program_id)) ?? 'USD';
  const money = mayAccess(actor, { area: 'money' })
    ? await moneyOf(context, { currency, weeks, program_id })
    : NO_MONEY;
  const sign_ups = mayAccess(actor, { area: 'users' }) ? await signUps(context, weeks, program_id) : [];
  return { currency, ...money, sign_ups };
}

type Money = Pick<Charts, 'currencies' | 'sales' | 'split'>;
const NO_MONEY: Money = { currencies: [], sales: [], split: [] };

async function currencyOf({ db, actor }: Context, program_id: number): Promise<Currency | undefined> {
  const program = await db
    .selectFrom('programs')
    .select('default_currency')
    .where('id', '=', programOf(actor, program_id) ?? 0)
    .executeTakeFirst();
  return CURRENCIES.find((currency) => currency === program?.default_currency);
}

type MoneyQuery = { currency: Currency; weeks: readonly string[]; program_id: number };

async function moneyOf(context: Context, { currency, weeks, program_id }: MoneyQuery): Promise<Money> {
  const sums = await weekly(context, weeks, program_id);
  const known = new Set([currency, ...sums.map((sum) => sum.currency)]);
  const ofWeek = (index: number) => {
    const sum = sums.find((one) => one.week === index && one.currency === currency);
    return { sold: toMajor(sum?.sold ?? 0, currency), refunded: toMajor(sum?.refunded ?? 0, currency) };
  };
  return {
    currencies: CURRENCIES.filter((one) => known.has(one)),
    sales: weeks.map((week, index) => ({ week, ...ofWeek(index) })),
    split: await splitOf(context, currency, program_id),
  };
}

type Sum = { week: number; currency: string; sold: number; refunded: number };

async function weekly(context: Context, weeks: readonly string[], program_id: number): Promise<Sum[]> {
  const from = must(weeks[0], 'a first week');
  const { rows } = await sql<Sum>`
    select width_bucket(day, ${weeks}::date[]) - 1 as week, currency, sum(sold)::bigint as sold,
      sum(returned)::bigint as refunded
    from (${salesOfDays(context, { program_id, from, to: LAST_DAY })}) k
    group by 1, 2 having sum(sales) <> 0 or sum(refunds) <> 0`.execute(context.db);
  return rows;
}

/** Moments to come count to the last week. */
const LAST_DAY = '9999-12-31';

async function signUps(
  { db, actor }: Context,
  weeks: readonly string[],
  program_id: number,
): Promise<Charts['sign_ups']> {
  const { rows } = await sql<{ week: number; count: number }>`
    select ${weekOf('u.dateadded', weeks)} as week, count(*) as count from site_users u
    where u.del_status = 0 and u.dateadded >= ${startOf(weeks)} and ${visibleIn(actor, 'u.program_id', program_id)}
    group by 1`.execute(db);
  return weeks.map((week, index) => ({ week, count: rows.find((row) => row.week === index)?.count ?? 0 }));
}

async function splitOf(
  { db, actor }: Context,
  currency: Currency,
  program_id: number,
): Promise<Charts['split']> {
  const { rows } = await sql<{ type: number; amount: number }>`
    select l.type, sum(l.amount) as amount from charges c
    ${eachWith(sql`select l.type, l.amount from charge_lines l where l.charge_id = c.id`, sql`l`)}
    where c.created_at >= ${LATELY} and c.currency = ${currency}
      and ${visibleIn(actor, 'c.program_id', program_id)}
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
