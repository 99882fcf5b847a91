/** What a list of charges comes to, by currency. Specification: Transactions. */
import { sql } from 'kysely';
import { toMajor } from '../../../core/money.ts';
import { type Context, visibleIn } from '../../../server/context.ts';
import { chargesMatching, type TransactionFilter } from './transaction-filter.ts';

/**
 * Of the charges of the filter: how many, and by currency, the most sold first, in major units: `sold` their amounts,
 * `refunded` what went back, `paid_out` what is left of the lines that a payout holds, `open` all the rest, that of held
 * charges with it. So sold = refunded + paid_out + open, whatever happens. What is open is added up, as less is open than
 * was ever paid: the lines of a charge come to what is left of it, or it is held and has none.
 */
export async function sumsOf({ db, actor }: Context, filter: TransactionFilter) {
  const where = sql.join(chargesMatching({ actor }, filter), sql` and `);
  const { rows } = await sql<Row>`
    with sold as (
      select c.currency, count(*) as count, sum(c.amount)::bigint as sold, sum(c.refunded)::bigint as refunded
      from charges c where ${where} group by c.currency
    ), undivided as (
      select c.currency, sum(c.amount - c.refunded)::bigint as held
      from charges c
      where c.held is not null and not exists (select from charge_lines l where l.charge_id = c.id) and ${where}
      group by c.currency
    ), lines as (
      select c.currency, sum(l.amount - l.refunded)::bigint as open
      from charge_lines l join charges c on c.id = l.charge_id
      where l.payout_id is null and ${visibleIn(actor, 'l.scope_program_id', filter.program_id)} and ${where}
      group by c.currency
    )
    select currency, count, sold, refunded, coalesce(held, 0) + coalesce(open, 0) as open
    from sold left join undivided using (currency) left join lines using (currency) order by count desc, currency`.execute(
    db,
  );
  return {
    count: rows.reduce((total, { count }) => total + count, 0),
    sums: rows.map(({ currency, sold, refunded, open }) => ({
      currency,
      sold: toMajor(sold, currency),
      refunded: toMajor(refunded, currency),
      paid_out: toMajor(sold - refunded - open, currency),
      open: toMajor(open, currency),
    })),
  };
}

type Row = { currency: string; count: number; sold: number; refunded: number; open: number };
