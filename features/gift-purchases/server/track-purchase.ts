import { sql } from 'kysely';
import { notFound, refuse } from '../../../core/errors.ts';
import { type Context, transact, visibleTo } from '../../../server/context.ts';
import { audit } from '../../../server/nouns/audit.ts';
import type { Purchase } from '../contract.ts';
import { readPurchase } from './gift-purchases.ts';

type Tracking = { carrier: string; tracking_number: string };

/** Throws a 404 for an order the caller does not see, a 400 for one that is not fulfilled or no parcel. */
export function trackPurchase(
  context: Context,
  { id, ...after }: Tracking & { id: number },
): Promise<Purchase> {
  return transact(context, async (tx) => {
    const { rows } = await sql<Tracking & { program_id: number | null; is_sent: boolean }>`
      select p.carrier, p.tracking_number, u.program_id, p.fulfilment_id is not null and g.type = 'physical' as is_sent
      from gift_purchases p join site_users u on u.id = p.user_id join gift_products g on g.id = p.product_id
      where p.id = ${id} and ${visibleTo(tx.actor, 'u.program_id')} for no key update of p`.execute(tx.db);
    const order = rows[0] ?? notFound();
    if (!order.is_sent) refuse(400, 'Only a fulfilled parcel has a carrier and a tracking number');
    const { program_id, carrier, tracking_number } = order;
    if (carrier !== after.carrier || tracking_number !== after.tracking_number) {
      await tx.db.updateTable('gift_purchases').set(after).where('id', '=', id).execute();
      await audit(tx, {
        entity: 'gift_purchase',
        entity_id: id,
        action: 'track',
        program_id,
        before: { carrier, tracking_number },
        after,
      });
    }
    const {
      line: _line,
      missing: _missing,
      unreadable: _unreadable,
      ...purchase
    } = await readPurchase(tx, id);
    return purchase;
  });
}
