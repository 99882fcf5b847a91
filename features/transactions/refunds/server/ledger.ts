/** The ledger's side of a refund: charge, parts of a bundle, lines, and debts of lines that are paid. Specification: Refunds. */

import { sql } from 'kysely';
import { must } from '../../../../core/must.ts';
import type { TransactionContext } from '../../../../server/context.ts';
import { splitCharges } from '../../../commissions/server/split.ts';
import { sharesOfRefund } from '../../rules.ts';
import type { Refund } from './refund-types.ts';

type Sign = -1 | 0 | 1;

export function spendReserved(tx: TransactionContext, refund: Refund): Promise<void> {
  return change(tx, refund, { refunded: 1, reserved: -1 });
}

export function freeReserved(tx: TransactionContext, refund: Refund): Promise<void> {
  return change(tx, refund, { refunded: 0, reserved: -1 });
}

async function change(
  { db }: TransactionContext,
  refund: Refund,
  by: { refunded: Sign; reserved: Sign },
): Promise<void> {
  const { id, charge_id, amount } = refund;
  await sql`
    update charges
    set refunded = refunded + ${amount * by.refunded}, reserved = reserved + ${amount * by.reserved}
    where id = ${charge_id}`.execute(db);
  await sql`
    update charge_parts p
    set refunded = p.refunded + r.amount * ${by.refunded}, reserved = p.reserved + r.amount * ${by.reserved}
    from refund_parts r
    where r.refund_id = ${id} and p.charge_id = ${charge_id} and p.class_id = r.class_id`.execute(db);
}

/** Reduces each line in exact proportion to what it holds. A paid line keeps its payout, and its payee a debt; a held charge without lines changes none. */
export async function bookRefund({ db }: TransactionContext, refund: Refund): Promise<void> {
  const lines = await db
    .selectFrom('charge_lines')
    .select(['id', 'type', sql<number>`coalesce(row_id, 0)`.as('row_id'), 'amount', 'refunded'])
    .where('charge_id', '=', refund.charge_id)
    .orderBy('id')
    .execute();
  if (lines.length === 0) return;
  const shares = sharesOfRefund(refund.amount, lines);
  await moveLines(
    { db },
    refund,
    lines.map(({ id }, index) => ({ id, amount: must(shares[index], 'share of the line') })),
  );
}

/** Reverses {@link bookRefund}: each line gets its share back, a paid one as its payee's credit. */
export async function reverseRefund(tx: TransactionContext, refund: Refund): Promise<void> {
  const { db } = tx;
  await change(tx, refund, { refunded: -1, reserved: 0 });
  const given = await db
    .selectFrom('refund_lines')
    .select(['line_id', (eb) => eb.fn.sum<number>('amount').as('amount')])
    .where('refund_id', '=', refund.id)
    .groupBy('line_id')
    .execute();
  if (given.length === 0) return freeCarried(tx, refund);
  const back = given.flatMap(({ line_id, amount }) =>
    line_id ? [{ id: line_id, amount: -Number(amount) }] : [],
  );
  await moveLines({ db }, refund, back);
}

/** Divides the charge anew where it was refunded while held: the instructor's line has carried the refund since, the reversal is everybody's. */
async function freeCarried({ db }: TransactionContext, { charge_id, amount }: Refund): Promise<void> {
  const { rows } = await sql`
    update charge_lines set refunded = refunded - ${amount} where charge_id = ${charge_id} and type = 4 returning id`.execute(
    db,
  );
  if (rows.length === 0) return;
  await db.updateTable('charges').set({ split_rows: null }).where('id', '=', charge_id).execute();
  await splitCharges(db, { charge_ids: [charge_id] });
}

/** Changes the lines, records the change of each, and the debt or credit of paid ones, in one statement. */
async function moveLines(
  { db }: Pick<TransactionContext, 'db'>,
  refund: Refund,
  moves: readonly { id: number; amount: number }[],
): Promise<void> {
  const list = JSON.stringify(moves.filter(({ amount }) => amount !== 0));
  await sql`
    with moved as (
      update charge_lines l set refunded = l.refunded + m.amount
      from json_to_recordset(${list}::json) m (id bigint, amount bigint)
      where l.id = m.id
      returning l.id, l.charge_id, l.scope_program_id, l.type, l.user_id, l.program_id, l.payout_id, m.amount
    ), noted as (
      insert into refund_lines (refund_id, charge_id, scope_program_id, line_id, type, user_id, program_id, amount)
      select ${refund.id}, charge_id, scope_program_id, id, type, user_id, program_id, amount from moved
      returning id, line_id
    )
    insert into payout_adjustments (user_id, program_id, scope_program_id, currency, amount, kind, refund_line_id)
    select m.user_id, m.program_id, m.scope_program_id, c.currency, -m.amount,
      case when m.amount > 0 then 'refund' else 'refund_undone' end, n.id
    from moved m join noted n on n.line_id = m.id join charges c on c.id = m.charge_id
    where m.payout_id is not null`.execute(db);
}
