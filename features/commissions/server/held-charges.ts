/** Charges whose levels clash: held back from payouts until a save resolves them. Specification: domain.md. */
import { sql } from 'kysely';
import { toMajor } from '../../../core/money.ts';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { fromHundredths, toHundredths } from '../../../core/percent.ts';
import { type Context, programOf, visibleTo } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { offsetOf } from '../../../server/list-query.ts';
import type { HeldCharge } from '../ledger-contract.ts';
import { merged, rowsById } from './row-versions.ts';
import { counting } from './split.ts';

/** A page of held charges, oldest first, each with the rows that clash and their sum. */
export async function pageOfHeldCharges(
  { db, actor }: Context,
  filter: { page: number; program_id: number },
): Promise<{ charges: HeldCharge[]; count: number }> {
  const program = programOf(actor, filter.program_id);
  const matching = db
    .selectFrom('charges as c')
    .where('c.held', 'is not', null)
    .where(visibleTo(actor, 'c.program_id'))
    .$if(program !== null, (query) => query.where('c.program_id', '=', program));
  const [charges, { count }] = await Promise.all([
    matching
      .innerJoin('classes as k', 'k.id', 'c.class_id')
      .leftJoin('site_users as u', 'u.id', 'c.instructor_id')
      .select([
        'c.id',
        'c.created_at',
        'c.class_id',
        'k.class_name',
        'c.instructor_id',
        sql<string | null>`nullif(btrim(u.first_name || ' ' || u.last_name), '')`.as('instructor_name'),
        'c.program_id',
        'c.amount',
        'c.currency',
        'c.held',
      ])
      .orderBy('c.id')
      .limit(PAGE_SIZE)
      .offset(offsetOf(filter.page))
      .$narrowType<{ held: HeldCharge['held'] }>()
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
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
    (byCharge.get(chargeId) ?? []).flatMap(({ row_id }) => {
      const row = versions.get(row_id);
      return row ? [merged(row)] : [];
    });
}
