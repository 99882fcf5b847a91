/** The charges of the list as a file, each with its refunds below it. Specification: Transactions; Exports. */
import { sql } from 'kysely';
import { amount, exportOf, moment, number, text } from '../../exports/server/kinds.ts';
import { chargesMatching, type TransactionFilter } from './transaction-filter.ts';

const currency = sql`c.currency`;

/** Newest charge first, as the list; a refund is a row of type `refund` with a negative amount and an id of its own. */
export const transactionsCsv = exportOf<TransactionFilter>({
  name: 'transactions',
  saved_as: 'transactions',
  access: { area: 'money' },
  columns: [
    ['ID', number(sql`e.id`)],
    ['Charge ID', number(sql`c.id`)],
    ['Created at', moment(sql`e.created_at`)],
    ['Class ID', number(sql`k.id`)],
    ['Class', text(sql`k.class_name`)],
    ['Description', text(sql`c.description`)],
    ['Instructor first name', text(sql`i.first_name`)],
    ['Instructor last name', text(sql`i.last_name`)],
    ['Student first name', text(sql`s.first_name`)],
    ['Student last name', text(sql`s.last_name`)],
    ['Type', text(sql`e.type`)],
    ['Charge type', text(sql`c.charge_type`)],
    ['Status', text(sql`e.status`)],
    ['Amount', amount(sql`e.amount`, currency)],
    ['Currency', text(currency)],
    ['Refunded', amount(sql`e.refunded`, currency)],
    ['Refund available', amount(sql`e.refund_available`, currency)],
    ['Discount percent', number(sql`e.discount_percent`)],
    ['Discount amount', amount(sql`e.discount_amount`, currency)],
    ['Code', text(sql`c.code`)],
    ['Program', text(sql`p.program_display_name`)],
    ['Reason', text(sql`e.reason`)],
    ['Failure', text(sql`e.failure`)],
  ],
  rows: (actor, filter) => ({
    from: sql`charges c
      cross join lateral (
        select c.id, 0 as place, c.created_at, 'payment' as type, 'succeeded' as status, c.class_id, c.amount, c.refunded,
          c.amount - c.refunded - c.reserved as refund_available, c.discount_percent, c.discount_amount,
          null as reason, null as failure
        union all
        select r.id, 1, r.created_at, 'refund', case when r.state in ('pending', 'succeeded', 'failed') then r.state
            else 'queued' end, coalesce(r.class_id, c.class_id), -r.amount, null, null, null, null, r.reason, r.failure
        from refunds r where r.charge_id = c.id) e
      left join classes k on k.id = e.class_id
      left join site_users i on i.id = c.instructor_id
      left join site_users s on s.id = c.student_id
      left join programs p on p.id = c.program_id`,
    where: sql.join([...chargesMatching({ actor }, filter)], sql` and `),
    order: sql`c.created_at desc, c.id desc, e.place, e.created_at, e.id`,
  }),
});
