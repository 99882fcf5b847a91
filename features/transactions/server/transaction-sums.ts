/** Sums of filtered charges by currency. Specification: Transactions. */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { toMajor } from '../../../core/money.ts';
import { type Context, programOf, visibleIn } from '../../../server/context.ts';
import { inDates } from '../../../server/nouns/list-query.ts';
import { chargesMatching, type TransactionFilter } from './transaction-filter.ts';

/**
 * Counts filtered charges and sums them by currency, the most sold first, in major units: `sold` their
 * amounts, `refunded`, `paid_out` the rest of lines in a payout, `open` all else, held charges included. So
 * sold = refunded + paid_out + open. Sums the open lines, which are fewer than the paid ones: a charge's
 * lines sum to its rest, or it is held without lines. With dates `refunded` counts refunds made in these
 * days, whenever sold, and the others count sales of these days. Decided:
 * docs/decisions/109-a-refund-counts-by-its-own-day.md.
 */
export async function sumsOf({ db, actor }: Context, filter: TransactionFilter) {
  const { dates } = filter;
  const where = sql.join(chargesMatching({ actor }, filter), sql` and `);
  const ofAnyDay = sql.join(chargesMatching({ actor }, { ...filter, dates: '' }), sql` and `);
  const program = programOf(actor, filter.program_id);
  const sold =
    program !== null && isWhole(filter)
      ? soldOfWhole(program, where)
      : soldOf(where, visibleIn(actor, 'l.scope_program_id', filter.program_id));
  const { rows } = await sql<SumRow>`
    with sold as (${sold}), undivided as (
      select c.currency, sum(c.amount - c.refunded)::bigint as held
      from charges c
      where c.held is not null and not exists (select from charge_lines l where l.charge_id = c.id) and ${where}
      group by c.currency
    ), back as (
      select c.currency, sum(r.amount)::bigint as back
      from refunds r join charges c on c.id = r.charge_id
      where ${dates !== ''}::boolean and r.state = 'succeeded' and ${inDates('r.succeeded_at', dates)} and ${ofAnyDay}
      group by c.currency
    )
    select currency, coalesce(count, 0) as count, coalesce(sold, 0) as sold, coalesce(refunded, 0) as gone,
      case when ${dates !== ''}::boolean then coalesce(back, 0) else refunded end as refunded,
      coalesce(held, 0) + coalesce(open, 0) as open
    from sold left join undivided using (currency) full join back using (currency)
    order by 2 desc, currency`.execute(db);
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

/** Fields of a query that leave the rows of its program as they are. */
const NO_FILTERS = new Set(['program_id', 'page', 'sort_by', 'sort_dest']);

/** True for a filter by program alone. */
function isWhole(filter: TransactionFilter): boolean {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  return given.every(([name]) => NO_FILTERS.has(name));
}

/** Sums a whole program: open amounts by charge, in one scan of its charges. */
function soldOfWhole(program: number, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select c.currency, count(*) as count, sum(c.amount)::bigint as sold, sum(c.refunded)::bigint as refunded,
      sum(l.open)::bigint as open
    from charges c left join (
      select l.charge_id, sum(l.amount - l.refunded)::bigint as open from charge_lines l
      where l.payout_id is null and l.scope_program_id = ${program} group by l.charge_id
    ) l on l.charge_id = c.id
    where ${where} group by c.currency`;
}

/** Sums any filter: only the open amounts of its charges, possibly a few of very many. */
function soldOf(where: RawBuilder<unknown>, inScope: Expression<SqlBool>): RawBuilder<unknown> {
  return sql`
    select *
    from (
      select c.currency, count(*) as count, sum(c.amount)::bigint as sold, sum(c.refunded)::bigint as refunded
      from charges c where ${where} group by c.currency
    ) sold left join (
      select c.currency, sum(l.amount - l.refunded)::bigint as open
      from charge_lines l join charges c on c.id = l.charge_id
      where l.payout_id is null and ${inScope} and ${where} group by c.currency
    ) lines using (currency)`;
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
