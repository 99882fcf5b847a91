/** Compares the kept sums of sales with charges, lines and refunds. Decided: docs/decisions/223-sums-of-sales.md. */
import { sql } from 'kysely';
import { formatMoney } from '../../../core/money.ts';
import { must } from '../../../core/must.ts';
import type { Db } from '../../../server/db/client.ts';

/** `broken` names the first difference in words, null where there is none; the counts are those of what was compared. */
export type SalesVerified = { broken: string | null; days: number; sales: number };

/** Counts and amounts in minor units, in the order of {@link WORDS}. */
type Side = [number, number, number, number, number, number];
const WORDS = ['sales', 'sold', 'refunded of sales', 'paid out', 'refunds', 'refunded'] as const;
const COUNTS: readonly string[] = ['sales', 'refunds'];

type Difference = {
  span: 'day' | 'month';
  program_id: number | null;
  currency: string;
  day: string;
  kept: Side;
  summed: Side;
};

/** Compares every day and every month of each program and currency in one statement. Needs a handle that sees all programs. */
export async function verifySales(db: Db): Promise<SalesVerified> {
  const { rows } = await sql<{ days: number; sales: number; first: Difference | null }>`
    with spans (span) as (
      values ('day'), ('month')
    ), booked as (
      select c.program_id, c.currency, (c.created_at at time zone 'UTC')::date as day, count(*) as sales, sum(c.amount) as sold,
        sum(c.refunded) as refunded, sum(l.paid_out) as paid_out, 0 as refunds, 0 as returned
      from charges c left join (
        select charge_id, sum(amount - refunded) as paid_out from charge_lines where payout_id is not null group by 1
      ) l on l.charge_id = c.id
      group by 1, 2, 3
      union all
      select c.program_id, c.currency, (r.succeeded_at at time zone 'UTC')::date, 0, 0, 0, 0, count(*), sum(r.amount)
      from refunds r join charges c on c.id = r.charge_id where r.state = 'succeeded'
      group by 1, 2, 3
    ), summed as (
      select s.span, b.program_id, b.currency, date_trunc(s.span, b.day::timestamp)::date as day, sum(b.sales)::bigint as sales,
        sum(b.sold)::bigint as sold, sum(b.refunded)::bigint as refunded, coalesce(sum(b.paid_out), 0)::bigint as paid_out,
        sum(b.refunds)::bigint as refunds, sum(b.returned)::bigint as returned
      from booked b cross join spans s group by 1, 2, 3, 4
    ), kept as (
      select k.span, k.program_id, k.currency, k.day, sum(k.sales)::bigint as sales, sum(k.sold)::bigint as sold,
        sum(k.refunded)::bigint as refunded, sum(k.paid_out)::bigint as paid_out, sum(k.refunds)::bigint as refunds,
        sum(k.returned)::bigint as returned
      from (
        select span, program_id, currency, day, sales, sold, refunded, paid_out, refunds, returned from sale_sums
        union all
        select s.span, c.program_id, c.currency, date_trunc(s.span, c.day::timestamp)::date, c.sales, c.sold, c.refunded,
          c.paid_out, c.refunds, c.returned
        from sale_changes c cross join spans s
      ) k group by 1, 2, 3, 4
    ), compared as (
      select span, coalesce(k.program_id, s.program_id) as program_id, currency, day,
        array[coalesce(k.sales, 0), coalesce(k.sold, 0), coalesce(k.refunded, 0), coalesce(k.paid_out, 0),
          coalesce(k.refunds, 0), coalesce(k.returned, 0)] as kept,
        array[coalesce(s.sales, 0), coalesce(s.sold, 0), coalesce(s.refunded, 0), coalesce(s.paid_out, 0),
          coalesce(s.refunds, 0), coalesce(s.returned, 0)] as summed
      from (select *, coalesce(program_id, 0) as program from kept) k
      full join (select *, coalesce(program_id, 0) as program from summed) s using (span, program, currency, day)
    )
    select (select count(*) from summed where span = 'day') as days,
      (select coalesce(sum(sales), 0)::bigint from summed where span = 'day') as sales,
      (select to_json(d) from (
        select * from compared where kept <> summed order by span, day, program_id nulls first, currency limit 1
      ) d) as first`.execute(db);
  const { first, ...counts } = must(rows[0], 'sums of sales');
  return { ...counts, broken: first && differenceOf(first) };
}

function differenceOf({ span, program_id, currency, day, kept, summed }: Difference): string {
  const at = WORDS.findIndex((_, index) => kept[index] !== summed[index]);
  const word = must(WORDS[at], 'the sum that differs');
  const said = (side: Side) => {
    const value = must(side[at], 'the value that differs');
    return COUNTS.includes(word) ? String(value) : formatMoney(value, currency);
  };
  const program = program_id === null ? 'no program' : `program ${program_id}`;
  return `Sales of the ${span} ${day}, ${program}, ${currency.trim()}, ${word}: ${said(kept)} kept, ${said(summed)} booked`;
}
