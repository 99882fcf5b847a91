/** Reads sums of sales that are kept by program, currency and day. Decided: docs/decisions/223-sums-of-sales.md. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Context, visibleIn } from '../../../server/context.ts';

/** Program, 0 for all, and days of UTC, both included. */
type DaysOfProgram = { program_id: number; from: string; to: string };

const COLUMNS = sql`currency, day, sales, sold, refunded, paid_out, refunds, returned`;

/** Returns summands by day in the caller's scope, minor units: `refunds`, `returned` of refunds made that day, the rest of its sales. Only sums mean anything. */
export function salesOfDays(
  { actor }: Pick<Context, 'actor'>,
  { program_id, from, to }: DaysOfProgram,
): RawBuilder<unknown> {
  const inProgram = visibleIn(actor, 'program_id', program_id);
  const inDays = sql<SqlBool>`day between ${from}::date and ${to}::date`;
  return sql`select ${COLUMNS} from sale_changes where ${inProgram} and ${inDays}
    union all select ${COLUMNS} from sale_sums where ${inProgram} and span = 'day' and ${inDays}`;
}

/** Returns the summands of {@link salesOfDays} for some days or all: a month that is whole is one row of each currency. */
export function salesOfSpan(
  context: Pick<Context, 'actor'>,
  { program_id, dates }: { program_id: number; dates: string },
): RawBuilder<unknown> {
  const inProgram = visibleIn(context.actor, 'program_id', program_id);
  const [from, to] = dates.split(',');
  if (!from || !to)
    return sql`select ${COLUMNS} from sale_changes where ${inProgram}
      union all select ${COLUMNS} from sale_sums where ${inProgram} and span = 'month'`;
  // The first whole month, and the one after the last: the first lies behind the second where no month is whole.
  const first = sql`date_trunc('month', ${from}::date + interval '1 month' - interval '1 day')::date`;
  const after = sql`date_trunc('month', ${to}::date + interval '1 day')::date`;
  const ofDays = sql`select ${COLUMNS} from sale_sums where ${inProgram} and span = 'day'`;
  return sql`select ${COLUMNS} from sale_changes where ${inProgram} and day between ${from}::date and ${to}::date
    union all select ${COLUMNS} from sale_sums where ${inProgram} and span = 'month' and day >= ${first} and day < ${after}
    union all ${ofDays} and day >= ${from}::date and day < least(${first}, ${to}::date + 1)
    union all ${ofDays} and day >= greatest(${first}, ${after}) and day <= ${to}::date`;
}
