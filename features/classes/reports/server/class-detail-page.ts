import { sql } from 'kysely';
import { toMajor } from '../../../../core/money.ts';
import { must } from '../../../../core/must.ts';
import { PAGE_SIZE } from '../../../../core/paging.ts';
import type { Context } from '../../../../server/context.ts';
import type { ClassDetailRow } from '../contract.ts';
import { CLASS_DETAIL, type ClassDetailFilters, classDetailRows, seesSales } from './class-detail.ts';

/** The page and the number of all rows, from one snapshot; amounts in major units, absent without `money`. */
export async function pageOfClassDetail(
  { actor, db }: Context,
  { page, ...filters }: ClassDetailFilters & { page: number },
): Promise<{ classes: ClassDetailRow[]; count: number }> {
  const { before = sql``, from, where, order } = classDetailRows(actor, filters);
  const sold = seesSales(actor);
  const { sales: _s, refunds: _r, net: _n, ...counts } = CLASS_DETAIL;
  const columns = Object.entries(sold ? CLASS_DETAIL : counts).map(
    ([name, value]) => sql`${value} as ${sql.ref(name)}`,
  );
  const { rows } = await sql<{ count: number; found: ClassDetailRow[] }>`
    ${before}, listed as materialized (
      select ${sql.join(columns)}, row_number() over (order by ${order}) as place from ${from} where ${where}
    )
    select (select count(*) from listed) as count, coalesce((select jsonb_agg(to_jsonb(p) - 'place' order by p.place)
      from listed p where p.place > ${(page - 1) * PAGE_SIZE} and p.place <= ${page * PAGE_SIZE}), '[]') as found`.execute(
    db,
  );
  const { count, found } = must(rows[0], 'page of the class specific report');
  return { classes: sold ? found.map(inMajorUnits) : found, count };
}

function inMajorUnits({ sales = 0, refunds = 0, net = 0, currency, ...row }: ClassDetailRow): ClassDetailRow {
  const major = (minor: number) => toMajor(minor, currency);
  return { ...row, currency, sales: major(sales), refunds: major(refunds), net: major(net) };
}
