import { type RawBuilder, sql } from 'kysely';
import { toMajor } from '../../../core/money.ts';
import { type Context, visibleIn } from '../../../server/context.ts';
import { inDates } from '../../../server/nouns/list-query.ts';
import { salesOfSpan } from './kept-sales.ts';
import { chargesMatching, type TransactionFilter } from './transaction-filter.ts';

/** Source of the sums: the kept ones where they answer the filter (docs/decisions/223), or always the charges. */
export type SalesFrom = 'kept' | 'charges';

/**
 * Counts filtered charges and sums them by currency, the most sold first, in major units: `sold` their
 * amounts, `refunded`, `paid_out` the rest of lines in a payout, `open` all else, held charges included. So
 * sold = refunded + paid_out + open. With dates `refunded` counts refunds made in these
 * days, whenever sold, and the others count sales of these days. Decided:
 * docs/decisions/109-a-refund-counts-by-its-own-day.md.
 */
export async function sumsOf(context: Context, filter: TransactionFilter, from: SalesFrom = 'kept') {
  const summed =
    from === 'kept' && isKept(filter) ? keptSums(context, filter) : summedCharges(context, filter);
  const { rows } = await sql<SumRow>`
    select currency, count, sold, gone, refunded, open from (${summed}) s order by count desc, currency`.execute(
    context.db,
  );
  return {
    count: rows.reduce((total, { count }) => total + count, 0),
    sums: rows.map(({ currency, sold, refunded, gone, open }) => ({
      currency,
      sold: toMajor(sold, currency),
      refunded: toMajor(refunded, currency),
      paid_out: toMajor(sold - gone - open, currency),
      open: toMajor(open, currency),
    })),
  };
}

/** Fields of a query that sums by program, currency and day can answer, or that change no sum. */
const KEPT_BY = new Set(['program_id', 'dates', 'currency', 'page', 'sort_by', 'sort_dest']);

function isKept(filter: TransactionFilter): boolean {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  return given.every(([name]) => KEPT_BY.has(name));
}

function keptSums(context: Context, { program_id, dates, currency }: TransactionFilter): RawBuilder<SumRow> {
  const isDated = sql`${dates !== ''}::boolean`;
  return sql`
    select currency, sum(sales)::bigint as count, sum(sold)::bigint as sold, sum(refunded)::bigint as gone,
      case when ${isDated} then sum(returned) else sum(refunded) end::bigint as refunded,
      sum(sold - refunded - paid_out)::bigint as open
    from (${salesOfSpan(context, { program_id, dates })}) k
    where ${currency === '' ? sql`true` : sql`currency = ${currency}`}
    group by currency having sum(sales) <> 0 or ${isDated} and sum(refunds) <> 0`;
}

/** Sums the open lines of the charges, fewer than the paid ones: a charge's lines sum to its rest, or it is held without lines. */
function summedCharges({ actor }: Context, filter: TransactionFilter): RawBuilder<SumRow> {
  const { dates } = filter;
  const isDated = sql`${dates !== ''}::boolean`;
  const where = sql.join(chargesMatching({ actor }, filter), sql` and `);
  const ofAnyDay = sql.join(chargesMatching({ actor }, { ...filter, dates: '' }), sql` and `);
  return sql`
    select currency, coalesce(count, 0) as count, coalesce(sold, 0) as sold, coalesce(sold.refunded, 0) as gone,
      case when ${isDated} then coalesce(back, 0) else sold.refunded end as refunded,
      coalesce(held, 0) + coalesce(open, 0) as open
    from (
      select c.currency, count(*) as count, sum(c.amount)::bigint as sold, sum(c.refunded)::bigint as refunded
      from charges c where ${where} group by c.currency
    ) sold left join (
      select c.currency, sum(l.amount - l.refunded)::bigint as open
      from charge_lines l join charges c on c.id = l.charge_id
      where l.payout_id is null and ${visibleIn(actor, 'l.scope_program_id', filter.program_id)} and ${where}
      group by c.currency
    ) lines using (currency) left join (
      select c.currency, sum(c.amount - c.refunded)::bigint as held
      from charges c
      where c.held is not null and not exists (select from charge_lines l where l.charge_id = c.id) and ${where}
      group by c.currency
    ) undivided using (currency) full join (
      select c.currency, sum(r.amount)::bigint as back
      from refunds r join charges c on c.id = r.charge_id
      where ${isDated} and r.state = 'succeeded' and ${inDates('r.succeeded_at', dates)} and ${ofAnyDay}
      group by c.currency
    ) back using (currency)`;
}

type SumRow = {
  currency: string;
  count: number;
  sold: number;
  refunded: number;
  /** Refunds of `sold`, of any day. */
  gone: number;
  open: number;
};
