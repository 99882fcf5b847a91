/** The list of charges as a CSV, each with its refunds below it. Specification: Transactions; Exports. */
import { type RawBuilder, sql } from 'kysely';
import { SOURCE_NAMES } from '../../../core/sites/sources.ts';
import { inDates } from '../../../server/nouns/list-query.ts';
import { amount, exportOf, moment, number, text } from '../../exports/server/kinds.ts';
import { CHARGE_TYPE_NAMES } from '../rules.ts';
import { chargesMatching, type TransactionFilter } from './transaction-filter.ts';

const currency = sql`c.currency`;

const chargeType = named('c.charge_type', CHARGE_TYPE_NAMES);
const source = named('c.source', SOURCE_NAMES);

function named(column: string, names: Record<string, string>) {
  const cases = Object.entries(names).map(([of, name]) => sql`when ${sql.lit(of)} then ${sql.lit(name)}`);
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`;
}

/** The state of a refund; `queued` before its first attempt. */
const refundStatus = sql`concat_ws(' · ', ${refundWord(sql`e.state`)}, case when e.by_hand then 'By hand' end)`;

const waiting = sql`(select string_agg('Refund of ' || ${inWords(sql`w.amount`)} || ' ' || w.word, ' · ' order by w.first)
  from (select e.word, sum(e.amount) as amount, min(e.id) as first from (
    select r.id, r.amount, ${refundWord(sql`r.state`)} as word from refunds r
    where r.charge_id = c.id and r.state not in ('succeeded', 'failed')) e group by e.word) w)`;

const failed = sql`(select case count(*) when 0 then null when 1 then 'A refund failed' else count(*) || ' refunds failed' end
  from refunds r where r.charge_id = c.id and r.state = 'failed')`;

const byHand = sql`(select case
    when bool_or(r.returned_at is null)
      then 'By hand: ' || ${inWords(sql`sum(r.amount) filter (where r.returned_at is null)`)} || ' to be returned'
    when count(*) > 0 then 'By hand' end
  from refunds r where r.charge_id = c.id and r.provider = 'manual' and r.state = 'succeeded')`;

const chargeStatus = sql`concat_ws(' · ', ${waiting}, ${failed},
  case when c.refunded = c.amount and c.amount > 0 then 'Refunded' when c.refunded > 0 then ${inWords(sql`c.refunded`)} || ' refunded' end,
  ${byHand},
  case when c.disputed_at is not null and c.held is null then 'Disputed' when c.held is not null then 'On hold' end)`;

/** Names a person, by id without a name, as in the list. */
function person(alias: string, id: string, none: string) {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return text(sql`case when ${sql.ref(id)} is null then ${sql.lit(none)}
    else coalesce(nullif(btrim(${of('first_name')} || ' ' || ${of('last_name')}), ''), 'User #' || ${sql.ref(id)}) end`);
}

/**
 * Newest charge first; the columns of the list in its order and words, then further ones. A refund is a row
 * of its own below its charge, with the charge's id and a negative amount. With dates: sales of these days
 * and refunds made (or, while unsent, requested) in them, so that amounts match the sums of the list.
 */
export const transactionsCsv = exportOf<TransactionFilter>({
  name: 'transactions',
  saved_as: 'transactions',
  access: { area: 'money' },
  columns: [
    ['ID', number(sql`c.id`)],
    ['Created at', moment(sql`e.created_at`)],
    [
      'Class',
      text(
        sql`coalesce(k.class_name, case when e.class_id is null then c.description end, 'Class #' || e.class_id)`,
      ),
    ],
    ['Instructor', person('i', 'c.instructor_id', 'No instructor')],
    ['Student', person('s', 'c.student_id', '–')],
    ['Type', text(sql`case e.type when 'refund' then 'Refund' else ${chargeType} end`)],
    ['Came from', text(sql`case e.type when 'payment' then ${source} end`)],
    ['Amount', amount(sql`e.amount`, currency)],
    ['Status', text(sql`case e.type when 'refund' then ${refundStatus} else ${chargeStatus} end`)],
    [
      'Program',
      text(
        sql`case when c.program_id is null then 'Global site' else coalesce(p.program_display_name, 'Program ' || c.program_id) end`,
      ),
    ],
    ['Refund ID', number(sql`case e.type when 'refund' then e.id end`)],
    ['Currency', text(currency)],
    ['Class ID', number(sql`e.class_id`)],
    ['Instructor first name', text(sql`i.first_name`)],
    ['Instructor last name', text(sql`i.last_name`)],
    ['Student first name', text(sql`s.first_name`)],
    ['Student last name', text(sql`s.last_name`)],
    ['Description', text(sql`c.description`)],
    ['Refunded', amount(sql`e.refunded`, currency)],
    ['Refund available', amount(sql`e.refund_available`, currency)],
    ['Discount percent', number(sql`e.discount_percent`)],
    ['Discount amount', amount(sql`e.discount_amount`, currency)],
    ['Code', text(sql`c.code`)],
    ['Reason', text(sql`e.reason`)],
    ['Failure', text(sql`e.failure`)],
    ['Refunded at', moment(sql`e.refunded_at`)],
  ],
  rows: (actor, filter) => ({
    from: sql`charges c
      cross join lateral (
        select c.id, 0 as place, c.created_at, 'payment' as type, null as state, false as by_hand, c.class_id, c.amount, c.refunded,
          c.amount - c.refunded - c.reserved as refund_available, c.discount_percent, c.discount_amount,
          null as reason, null as failure, null::timestamptz as refunded_at, c.created_at as day
        union all
        select r.id, 1, r.created_at, 'refund', r.state, r.provider = 'manual', coalesce(r.class_id, c.class_id), -r.amount, null, null, null, null, r.reason, r.failure,
          case r.state when 'succeeded' then r.succeeded_at end,
          case r.state when 'succeeded' then r.succeeded_at else r.created_at end
        from refunds r where r.charge_id = c.id) e
      left join classes k on k.id = e.class_id
      left join site_users i on i.id = c.instructor_id
      left join site_users s on s.id = c.student_id
      left join programs p on p.id = c.program_id`,
    where: sql.join(
      [...chargesMatching({ actor }, { ...filter, dates: '' }), inDates('e.day', filter.dates)],
      sql` and `,
    ),
    order: sql`c.created_at desc, c.id desc, e.place, e.created_at, e.id`,
  }),
});

function refundWord(state: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case ${state} when 'succeeded' then 'refunded' when 'failed' then 'failed'
    when 'pending' then 'sent to the provider' when 'unknown' then 'unconfirmed' else 'queued' end`;
}

function inWords(minor: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${currency} || ' ' || case when scale(${amount(minor, currency)}) = 0
    then to_char(${minor}, 'FM999,999,999,999,990') else to_char((${minor}) * 0.01, 'FM999,999,999,999,990.00') end)`;
}
