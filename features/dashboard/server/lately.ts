import { type RawBuilder, sql } from 'kysely';
import { mayAccess } from '../../../core/access.ts';
import { type Currency, toMajor } from '../../../core/money.ts';
import { must } from '../../../core/must.ts';
import { type Context, visibleIn } from '../../../server/context.ts';
import { inDates } from '../../../server/nouns/list-query.ts';
import { salesOfDays } from '../../transactions/server/kept-sales.ts';
import type { Lately, LatelyKind } from '../contract.ts';
import { periodsUntil } from '../rules.ts';

type Period = ReturnType<typeof periodsUntil>[number];
type Item = Lately['items'][number];

/** Counts what the caller may see of a program, 0 for all, with sums by currency of what is money; days are those of UTC, as in every list. */
export async function readLately(context: Context, program_id = 0): Promise<Lately> {
  const { actor } = context;
  const periods = periodsUntil(new Date());
  const items: Item[] = [];
  if (mayAccess(actor, { area: 'money' }))
    items.push(await item('sales', salesOf), await item('refunds', refundsOf));
  if (mayAccess(actor, { area: 'users' })) items.push(await item('new_users', newUsersOf));
  return { periods: periods.map(({ days, from, to }) => ({ days, dates: `${from},${to}` })), items };

  async function item(kind: LatelyKind, rowsOf: (query: FigureQuery) => RawBuilder<Row>): Promise<Item> {
    const { rows } = await rowsOf({ context, periods, program_id }).execute(context.db);
    return {
      kind,
      in: periods.map((_, index) => sumOf(rows.filter(({ held_by }) => held_by >= periods.length - index))),
    };
  }
}

type FigureQuery = { context: Context; periods: readonly Period[]; program_id: number };

/** Count of a stretch of days: `held_by` is the number of periods that hold it, of today all. */
type Row = { held_by: number; currency: Currency | null; count: number; amount: number | null };

function salesOf(query: FigureQuery) {
  return keptOf(query, { count: sql`sales`, amount: sql`sold` });
}

/** Refunds by the day on which the money went back, whenever it was sold (decision 109). */
function refundsOf(query: FigureQuery) {
  return keptOf(query, { count: sql`refunds`, amount: sql`returned` });
}

function keptOf(
  { context, periods, program_id }: FigureQuery,
  { count, amount }: Record<'count' | 'amount', RawBuilder<unknown>>,
) {
  const starts = periods.map(({ from }) => from).toReversed();
  const { from, to } = longestOf(periods);
  return sql<Row>`
    select width_bucket(day, ${starts}::date[]) as held_by, currency, sum(${count})::bigint as count,
      sum(${amount})::bigint as amount
    from (${salesOfDays(context, { program_id, from, to })}) k
    group by 1, 2 having sum(${count}) <> 0`;
}

function newUsersOf({ context: { actor }, periods, program_id }: FigureQuery) {
  return sql<Row>`
    select ${heldBy('u.dateadded', periods)} as held_by, null::text as currency, count(*) as count,
      null::bigint as amount
    from site_users u
    where u.del_status = 0 and ${within('u.dateadded', periods)} and ${visibleIn(actor, 'u.program_id', program_id)}
    group by 1`;
}

function heldBy(moment: string, periods: readonly Period[]) {
  const starts = periods.map(({ from }) => `${from}T00:00:00Z`).toReversed();
  return sql<number>`width_bucket(${sql.ref(moment)}, ${starts}::timestamptz[])`;
}

/** The days of the longest period, which holds the others. */
function within(moment: string, periods: readonly Period[]) {
  const { from, to } = longestOf(periods);
  return inDates(moment, `${from},${to}`);
}

function longestOf(periods: readonly Period[]): Period {
  return must(periods.at(-1), 'a longest period');
}

function sumOf(rows: readonly Row[]): Item['in'][number] {
  const byCurrency = new Map<Currency, { count: number; amount: number }>();
  for (const { currency, count, amount } of rows) {
    if (currency === null) continue;
    const sum = byCurrency.get(currency) ?? { count: 0, amount: 0 };
    byCurrency.set(currency, { count: sum.count + count, amount: sum.amount + (amount ?? 0) });
  }
  return {
    count: rows.reduce((total, { count }) => total + count, 0),
    amounts: [...byCurrency]
      .toSorted(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))
      .map(([currency, { amount }]) => ({ currency, amount: toMajor(amount, currency) })),
  };
}
