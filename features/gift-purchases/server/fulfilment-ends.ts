import { sql } from 'kysely';
import { conflict, notFound, refuse } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { refuseFormerActor } from '../../../server/http/session.ts';
import { audit, auditPart, auditWhole } from '../../../server/nouns/audit.ts';
import { readAgain } from '../../../server/nouns/changing.ts';
import { UNDO_HOURS } from '../rules.ts';
import { CAN_UNDO } from './eligibility.ts';

/** Records the first print of a sheet. Throws a 404 where the caller sees none of its orders, a 409 once it is undone. */
export function printFulfilment(context: Context, id: number): Promise<void> {
  return transact(context, async (tx) => {
    await refuseFormerActor(tx);
    const fulfilment = (await lockFulfilment(tx, id)) ?? notFound();
    if (fulfilment.undone_at) refuseUndone(await readAgain(fulfilment, () => lockFulfilment(tx, id)));
    if (fulfilment.printed_at) return;
    await mark(tx, id, 'printed');
    await audit(tx, { ...change(id, 'print'), program_id: fulfilment.program_id, after: { printed: true } });
  });
}

/**
 * Puts the orders of a fulfillment back among those to fulfill, and answers their ids. Throws a 404 where the caller
 * does not see it; a 403 for several orders but for a superadmin, and for one that another program's staff sent; a 400
 * after a day; a 409 that names who printed or undid it.
 */
export function undoFulfilment(context: Context, id: number): Promise<number[]> {
  return transact(context, async (tx) => {
    await refuseFormerActor(tx);
    const found = (await lockFulfilment(tx, id)) ?? notFound();
    const isOver = found.undone_at !== null || found.printed_at !== null;
    const fulfilment = isOver ? await readAgain(found, () => lockFulfilment(tx, id)) : found;
    const { undone_at, printed_at, printed_by, program_id, can_undo } = fulfilment;
    if (undone_at) refuseUndone(fulfilment);
    if (printed_at)
      conflict('already printed this fulfillment', { changed_by: printed_by, changed_at: printed_at });
    if (tx.actor.program_id !== 0 && tx.actor.program_id !== program_id)
      refuse(403, 'Only the program that fulfilled these orders can undo it');
    if (!can_undo) refuse(400, `A fulfillment can be undone within ${UNDO_HOURS} hours`);
    const orders = await ordersIn(tx, id);
    if (orders.length > 1 && tx.actor.role !== 'superadmin')
      refuse(403, 'Only superadmins can undo several orders at once');
    await mark(tx, id, 'undone');
    await sql`update gift_purchases set fulfilment_id = null, sent = null, carrier = '', tracking_number = ''
      where fulfilment_id = ${id}`.execute(tx.db);
    const audit_id = await auditWhole(tx, {
      ...change(id, 'undo'),
      program_id,
      after: { orders: orders.length },
    });
    await auditPart(
      tx,
      { ...change(id, 'undo'), program_id, audit_id },
      orders.map((order) => ({
        entity: 'gift_purchase',
        entity_id: order.id,
        action: 'undo',
        program_id: order.program_id,
        before: { fulfilled: 1, fulfilment_id: id },
        after: { fulfilled: 0 },
      })),
    );
    return orders.map((order) => order.id);
  });
}

type Locked = {
  program_id: number | null;
  printed_at: string | null;
  printed_by: string | null;
  undone_at: string | null;
  undone_by: string | null;
  can_undo: boolean;
};

/** An undone fulfillment has no order left to see it by: whoever may undo it sees it still. */
async function lockFulfilment({ db, actor }: TransactionContext, id: number): Promise<Locked | undefined> {
  const { rows } = await sql<Locked>`
    select f.program_id, f.printed_at, admin_email(f.printed_by) as printed_by, f.undone_at,
      admin_email(f.undone_by) as undone_by, ${CAN_UNDO} as can_undo
    from fulfilments f
    where f.id = ${id} and (${visibleTo(actor, 'f.program_id')} or exists (select from gift_purchases p
      join site_users u on u.id = p.user_id where p.fulfilment_id = f.id and ${visibleTo(actor, 'u.program_id')}))
    for no key update of f`.execute(db);
  return rows[0];
}

async function ordersIn({ db }: TransactionContext, id: number) {
  const { rows } = await sql<{ id: number; program_id: number }>`
    select p.id, coalesce(u.program_id, 0) as program_id from gift_purchases p join site_users u on u.id = p.user_id
    where p.fulfilment_id = ${id} order by p.id for no key update of p`.execute(db);
  return rows;
}

async function mark({ db, actor }: TransactionContext, id: number, how: 'printed' | 'undone'): Promise<void> {
  await db
    .updateTable('fulfilments')
    .set({ [`${how}_at`]: sql`provost_now()`, [`${how}_by`]: actor.admin_id })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

function refuseUndone({ undone_by, undone_at }: Locked): never {
  conflict('already undone this fulfillment', {
    changed_by: undone_by,
    changed_at: undone_at ?? notFound(),
  });
}

function change(id: number, action: 'print' | 'undo') {
  return { entity: 'fulfilment' as const, entity_id: id, action };
}
