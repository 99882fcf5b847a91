import { sql } from 'kysely';
import { must } from '../../../../core/must.ts';
import type { Context } from '../../../../server/context.ts';

export type Range = {
  /** YYYY-MM-DD, both included. */
  from_day: string;
  to_day: string;
  /** Both days, as in a query string. */
  dates: string;
  /** True once no further attendance is possible. */
  is_over: boolean;
};

/** Parses `dates`; defaults to the current month. */
export async function rangeOf({ db }: Context, dates: string): Promise<Range> {
  const { rows } = await sql<{ today: string; first: string; last: string }>`
    select to_char(today, 'YYYY-MM-DD') as today, to_char(first, 'YYYY-MM-DD') as first,
      to_char(first + interval '1 month - 1 day', 'YYYY-MM-DD') as last
    from (select now_there as today, date_trunc('month', now_there) as first
      from (select provost_now() at time zone 'UTC' as now_there) n) d`.execute(db);
  const { today, first, last } = must(rows[0], 'day of today');
  const [from_day = first, to_day = last] = dates === '' ? [] : dates.split(',');
  return { from_day, to_day, dates: `${from_day},${to_day}`, is_over: to_day < today };
}
