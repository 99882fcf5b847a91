import { notFound, refuse, refuseField } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { nextMoment } from '../../../server/nouns/changing.ts';
import { DELETED } from '../../users/coins/server/coins.ts';
import { DELIVERY_PARTS, type Delivery, missingFromDelivery, writeDelivery } from '../../users/delivery.ts';
import { MAX_DELIVERY } from '../../users/rules.ts';
import { SITE_USER } from '../../users/server/site-user-noun.ts';
import { delivery as schema } from '../../users/user-schemas.ts';

/**
 * Keeps the address as the user's, what else stands there beside it, and records it. 404 for no such user; 400 where the
 * user is deleted or has no program, for a field that contains a character that cannot be stored, and where a parcel would not find them. Holds
 * the user, so that an order that is being fulfilled goes to the one address or to the other.
 */
export async function confirmDelivery(
  context: Context,
  { user_id, delivery }: { user_id: number; delivery: Partial<Delivery> },
): Promise<void> {
  const given = schema.partial().strict().safeParse(delivery);
  if (!given.success) {
    const [issue] = given.error.issues;
    refuseField(
      ['delivery', ...(issue?.path ?? [])].join('.'),
      issue?.message ?? 'contains a character that cannot be stored',
    );
  }
  await transact(context, async (tx) => {
    const user = await holdUser(tx, user_id);
    if (user.del_status === 1) refuse(400, DELETED);
    if (user.program_id === null) refuse(400, 'Choose a program for this user first');
    const lilt_delivery = writeDelivery(user.lilt_delivery, given.data as Partial<Delivery>);
    const missing = missingFromDelivery(lilt_delivery);
    if (missing.length > 0)
      refuse(400, `Missing: ${missing.join(', ')}`, {
        errors: missing.map((part) => ({ path: pathOf(part), message: `Missing: ${part}` })),
      });
    if (lilt_delivery.length > MAX_DELIVERY)
      refuseField('delivery', `must have at most ${MAX_DELIVERY} characters`);
    if (lilt_delivery !== user.lilt_delivery) await write(tx, user, lilt_delivery);
  });
}

function pathOf(part: string): string {
  const field = DELIVERY_PARTS[part];
  return field ? `delivery.${field}` : 'delivery';
}

type Stored = { id: number; program_id: number | null; del_status: number; lilt_delivery: string };

async function holdUser({ db, actor }: TransactionContext, id: number): Promise<Stored> {
  const user = await db
    .selectFrom('site_users')
    .select(['id', 'program_id', 'del_status', 'lilt_delivery'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'program_id'))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return user ?? notFound();
}

/** Not a save of the user's: the role of sites may change this column, and does not see who saved the others. */
async function write(tx: TransactionContext, user: Stored, lilt_delivery: string): Promise<void> {
  const { id, program_id } = user;
  await tx.db
    .updateTable('site_users')
    .set({ lilt_delivery, updated_at: nextMoment(), updated_by: tx.actor.admin_id || null })
    .where('id', '=', id)
    .execute();
  const change = { before: { lilt_delivery: user.lilt_delivery }, after: { lilt_delivery } };
  await audit(tx, { entity: SITE_USER.entity, entity_id: id, action: 'update', program_id, ...change });
}
