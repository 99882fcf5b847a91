/** The class specific report: a row a class and currency. Specification: Class specific report. */
import { sql } from 'kysely';
import { mayAccess } from '../../../../core/access.ts';
import { visibleIn, visibleTo } from '../../../../server/context.ts';
import { inDates } from '../../../../server/nouns/list-query.ts';
import { amount, exportOf, number, text } from '../../../exports/server/kinds.ts';

export type ClassDetailFilters = { dates: string; program_id: number };

const currency = sql`coalesce(m.currency, c.currency)`;
const money = { area: 'money' } as const;

/**
 * Classes and bundles at home in the program. What falls into `dates`: enrolments that stand, by when they were made,
 * attendances, sales and refunds, each by its own moment. A deleted class is in it where it has sold or given back. For
 * whoever may not see money it is a row a class, of what no sale has told.
 */
export const classDetail = exportOf<ClassDetailFilters>({
  name: 'class-detail',
  saved_as: 'class-specific-report',
  access: { area: 'catalogue' },
  columns: [
    ['ID', number(sql`c.id`)],
    ['Class', text(sql`c.class_name`)],
    ['Instructor', text(sql`btrim(u.first_name || ' ' || u.last_name)`)],
    ['Enrolled', number(sql`coalesce(e.enrolled, 0)`)],
    ['Live', number(sql`coalesce(a.live, 0)`)],
    ['Recordings', number(sql`coalesce(a.recorded, 0)`)],
    ['Currency', text(currency)],
    ['Sales', amount(sql`coalesce(m.sales, 0)`, currency), money],
    ['Refunds', amount(sql`coalesce(m.refunds, 0)`, currency), money],
    ['Net', amount(sql`coalesce(m.sales - m.refunds, 0)`, currency), money],
  ],
  rows: (actor, { dates, program_id }) => {
    const sold = mayAccess(actor, money) ? sql`true` : sql`false`;
    const sale = sql`${sold} and p.charge_type in ('class_payment', 'bundle_payment') and ${visibleTo(actor, 'p.program_id')}`;
    return {
      before: sql`
        with moved as (
          select p.class_id, p.currency, p.amount as sales, 0 as refunds from charges p
          where ${sale} and ${inDates('p.created_at', dates)}
          union all
          select p.class_id, p.currency, 0, r.amount from refunds r join charges p on p.id = r.charge_id
          where ${sale} and r.state = 'succeeded' and ${inDates('r.succeeded_at', dates)}
        )`,
      from: sql`classes c
        left join (select class_id, currency, sum(sales) as sales, sum(refunds) as refunds from moved group by 1, 2) m
          on m.class_id = c.id
        left join (select class_id, count(*) as enrolled from class_users
          where enrol_status = 0 and cancel_after_refund = 0 and ${inDates('dateadded', dates)} group by 1) e
          on e.class_id = c.id
        left join (select t.class_id, count(*) filter (where t.type = 'live') as live,
            count(*) filter (where t.type = 'recording') as recorded
          from attendances t
          where ${inDates('t.attended_at', dates)} group by 1) a on a.class_id = c.id
        left join site_users u on u.id = c.instructor_id`,
      where: sql`${visibleIn(actor, 'c.program_id', program_id)} and (c.del_flag = 0 or m.class_id is not null)`,
      order: sql`c.id, ${currency}`,
    };
  },
});
