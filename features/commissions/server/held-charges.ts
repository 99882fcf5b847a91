/** Charges whose levels clash: held back from payouts until a save resolves them. Specification: Held charges. */
import { sql } from 'kysely';
import { toMajor } from '../../../core/money.ts';
import { must } from '../../../core/must.ts';
import { fromHundredths, toHundredths } from '../../../core/percent.ts';
import { type Context, visibleIn } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { type List, pageOf } from '../../../server/nouns/list-query.ts';
import type { HeldCharge } from '../ledger-contract.ts';
import { merged, rowsById } from './row-versions.ts';
import { counting } from './split.ts';

/** A page of held charges, those of one seller beside each other, each with the rows that clash and their sum. */
export async function pageOfHeldCharges(
  { db, actor }: Context,
  filter: { page: number; program_id: number },
  size?: number,
): Promise<{ charges: HeldCharge[]; count: number }> {
  const { rows: charges, count } = await pageOf<HeldChargeRow, 'cause'>(db, LIST, {
    matching: [visibleIn(actor, 'c.program_id', filter.program_id), sql<boolean>`c.held is not null`],
    page: filter.page,
    size,
    sort_by: 'cause',
  });
  const rowsOf = await rowsAtFault(
    db,
    charges.map(({ id }) => id),
  );
  return {
    count,
    charges: charges.map((charge) => {
      const rows = rowsOf(charge.id);
      const sum = rows.reduce((total, row) => total + toHundredths(row.commission), 0);
      return { ...charge, amount: toMajor(charge.amount, charge.currency), sum: fromHundredths(sum), rows };
    }),
  };
}

type HeldChargeRow = Omit<HeldCharge, 'sum' | 'rows'>;

const LIST: List<'cause'> = {
  from: sql`charges c`,
  id: sql`c.id`,
  columns: sql`c.id, c.created_at, c.class_id, k.class_name, c.instructor_id,
    nullif(btrim(u.first_name || ' ' || u.last_name), '') as instructor_name,
    coalesce(c.program_id, 0) as program_id, c.amount, c.currency, c.held`,
  joins: sql`join classes k on k.id = c.class_id left join site_users u on u.id = c.instructor_id`,
  orders: { cause: sql`c.held, c.program_id, c.instructor_id, c.class_id, c.code_key` },
};

async function rowsAtFault(db: Db, chargeIds: readonly number[]) {
  const { rows: chosen } = await sql<{ charge_id: number; row_id: number }>`
    select p.charge_id, r.id as row_id
    from (${counting({ charge_ids: chargeIds })}) p
    join commission_rows r on r.id = any (p.rows)
    order by p.charge_id, r.level desc, r.type, r.id`.execute(db);
  const versions = await rowsById(
    db,
    chosen.map(({ row_id }) => row_id),
  );
  const byCharge = Map.groupBy(chosen, ({ charge_id }) => charge_id);
  return (chargeId: number) =>
    (byCharge.get(chargeId) ?? []).map(({ row_id }) =>
      merged(must(versions.get(row_id), 'version of a row at fault')),
    );
}
