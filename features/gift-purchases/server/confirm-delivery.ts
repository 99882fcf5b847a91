/** The site's user says where prizes are to be sent. Specification: Store. */
import { refuse, refuseField } from '../../../core/errors.ts';
import { type Context, transact } from '../../../server/context.ts';
import { lockRow } from '../../../server/nouns/changing.ts';
import { DELETED } from '../../users/coins/server/coins.ts';
import { type Delivery, missingFromDelivery, writeDelivery } from '../../users/delivery.ts';
import { MAX_DELIVERY } from '../../users/rules.ts';
import { SITE_USER } from '../../users/server/site-user-noun.ts';
import { updateSiteUser } from '../../users/server/site-user-saves.ts';
import { delivery as schema } from '../../users/user-schemas.ts';

/**
 * Keeps the address as the user's, what else stands there beside it, and records it. 404 for no such user; 400 where the
 * user is deleted or has no program, for a field that is not well formed, and where a parcel would not find them.
 */
export async function confirmDelivery(
  context: Context,
  { user_id, delivery }: { user_id: number; delivery: Partial<Delivery> },
): Promise<void> {
  const given = schema.partial().strict().safeParse(delivery);
  if (!given.success) {
    const [issue] = given.error.issues;
    refuseField(['delivery', ...(issue?.path ?? [])].join('.'), issue?.message ?? 'is not well formed');
  }
  await transact(context, async (tx) => {
    const user = await lockRow(tx, SITE_USER, { id: user_id });
    if (user.del_status === 1) refuse(400, DELETED);
    const lilt_delivery = writeDelivery(user.lilt_delivery, given.data as Partial<Delivery>);
    const missing = missingFromDelivery(lilt_delivery);
    if (missing.length > 0) refuseField('delivery', `Missing: ${missing.join(', ')}`);
    if (lilt_delivery.length > MAX_DELIVERY)
      refuseField('delivery', `must have at most ${MAX_DELIVERY} characters`);
    await updateSiteUser(tx, user_id, { lilt_delivery });
  });
}
