/** The class specific report: a row a class and currency. Specification: Class specific report. */
import { sql } from 'kysely';
import { type Actor, mayAccess } from '../../../../core/access.ts';
import { visibleIn, visibleTo } from '../../../../server/context.ts';
import { inDates } from '../../../../server/nouns/list-query.ts';
import { amount, exportOf, number, type Rows, text } from '../../../exports/server/kinds.ts';

export type ClassDetailFilters = {
  dates: string;
  program_id: number;
  /** One class alone; all of them where it is left out. */
  class_id?: number | undefined;
};

const money = { area: 'money' } as const;

export const CLASS_DETAIL = {
  id: sql`c.id`,
  class_name: sql`c.class_name`,
  instructor_name: sql`btrim(u.first_name || ' ' || u.last_name)`,
  enrolled: sql`coalesce(e.enrolled, 0)`,
  live: sql`coalesce(a.live, 0)`,
  recordings: sql`coalesce(a.recorded, 0)`,
  currency: sql`coalesce(m.currency, c.currency)`,
  sales: sql`coalesce(m.sales, 0)`,
  refunds: sql`coalesce(m.refunds, 0)`,
  net: sql`coalesce(m.sales - m.refunds, 0)`,
};
const { currency } = CLASS_DETAIL;

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
    ['ID', number(CLASS_DETAIL.id)],
    ['Class', text(CLASS_DETAIL.class_name)],
    ['Instructor', text(CLASS_DETAIL.instructor_name)],
    ['Enrolled', number(CLASS_DETAIL.enrolled)],
    ['Live', number(CLASS_DETAIL.live)],
    ['Recordings', number(CLASS_DETAIL.recordings)],
    ['Currency', text(currency)],
    ['Sales', amount(CLASS_DETAIL.sales, currency), money],
    ['Refunds', amount(CLASS_DETAIL.refunds, currency), money],
    ['Net', amount(CLASS_DETAIL.net, currency), money],
  ],
  rows: classDetailRows,
});

export function seesSales(actor: Actor): boolean {
  return mayAccess(actor, money);
}

export function classDetailRows(actor: Actor, { dates, program_id, class_id }: ClassDetailFilters): Rows {
  const sold = seesSales(actor) ? sql`true` : sql`false`;
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
    where: sql`${visibleIn(actor, 'c.program_id', program_id)} and (c.del_flag = 0 or m.class_id is not null)
        and ${class_id === undefined ? sql`true` : sql`c.id = ${class_id}`}`,
    order: sql`c.id, ${currency}`,
  };
}
