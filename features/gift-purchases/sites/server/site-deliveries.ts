import { sql } from 'kysely';
import { Refusal, refuse } from '../../../../core/errors.ts';
import { transact } from '../../../../server/context.ts';
import type { SiteTransaction } from '../../../../server/sites/facts.ts';
import { holdUsers, refuseMissing } from '../../../../server/sites/rows-here.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { type Delivery, parseDelivery } from '../../../users/delivery.ts';
import { confirmDelivery } from '../../server/confirm-delivery.ts';
import type { DeliveredPurchase } from '../contract.ts';

/** Keeps the address as the purchase's user's. 404 `id` for a purchase of nobody here; 400 for one not won or sent, and where a parcel would not find them. */
export function deliverPurchase(
  context: SiteCall,
  { id, delivery }: { id: number; delivery: Partial<Delivery> },
): Promise<DeliveredPurchase> {
  return transact(context, async (tx) => {
    const { user_id } = await readDelivered(tx, id);
    if (!(await holdUsers(tx, [user_id])).has(user_id)) refuseMissing('id', id, 'purchase');
    const { fulfilled, type, state } = await readDelivered(tx, id);
    if (fulfilled) refuse(400, 'This order is already fulfilled');
    if (type === 'prize' && state === 'non-win') refuse(400, 'This order did not win');
    await confirmDelivery(tx, { user_id, delivery }).catch(nameFields);
    return readDelivered(tx, id);
  });
}

async function readDelivered({ db, site }: SiteTransaction, id: number): Promise<DeliveredPurchase> {
  const { rows } = await sql<Omit<DeliveredPurchase, 'delivery'> & { lilt_delivery: string }>`
    select p.id, p.user_id, p.product_id, p.event_id, p.type, p.state, p.price, p.created_at, u.lilt_delivery,
      u.delivery_complete as delivery_confirmed, p.fulfilment_id is not null as fulfilled
    from gift_purchases p join site_users u on u.id = p.user_id left join gift_products g on g.id = p.product_id
    where p.id = ${id} and (u.program_id = ${site.program_id} or g.id is not null)`.execute(db);
  const [row] = rows;
  if (!row) refuseMissing('id', id, 'purchase');
  const { lilt_delivery, ...purchase } = row;
  return { ...purchase, price: purchase.price / 100, delivery: { ...parseDelivery(lilt_delivery) } };
}

/** The address is the body itself here: its fields stand in no `delivery`. */
function nameFields(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const errors = error.details.errors?.map(({ path, message }) => ({
    path: path.replace(/^delivery\.?/, ''),
    message,
  }));
  refuse(error.status, error.message, { ...error.details, ...(errors && { errors }) });
}
