/** What a program sells as a membership. Specification: Site programs. */
import type { z } from 'zod';
import { notFound, refuseField } from '../../../core/errors.ts';
import { changing } from '../../../server/changing.ts';
import type { Context } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import type { Subscription, subscriptionInput } from '../program-schemas.ts';
import { SUBSCRIPTION_TYPES } from '../rules.ts';
import { PROGRAM } from './program-noun.ts';

type Given = z.output<typeof subscriptionInput>;
type Save = { id: number; subscriptions: readonly Given[]; updated_at?: string | undefined };

/** One of each type, empty where nothing is set. 404 where the caller sees no such program. */
export async function readSubscriptions(context: Context, id: number) {
  const { updated_at } = (await PROGRAM.read(context, id)) ?? notFound();
  return { subscriptions: await subscriptionsOf(context.db, id), updated_at };
}

/** Saves those that are named. 400 for a type that stands twice, 404 and 409 as any save. */
export function saveSubscriptions(context: Context, { subscriptions, ...save }: Save) {
  return changing(context, PROGRAM, save, 'subscriptions', async ({ db }, { id }) => {
    const before = await subscriptionsOf(db, id);
    for (const [index, given] of subscriptions.entries()) {
      if (subscriptions.slice(0, index).some(({ type }) => type === given.type)) {
        refuseField(`subscriptions.${index}.type`, `The type ${given.type} stands twice`);
      }
      const { type, ...ids } = { ...before.find((known) => known.type === given.type), ...defined(given) };
      const row = { program_id: id, type, ...ids };
      await db
        .insertInto('program_subscriptions')
        .values(row)
        .onConflict((conflict) => conflict.columns(['program_id', 'type']).doUpdateSet(ids))
        .execute();
    }
    return { before: { subscriptions: before }, after: { subscriptions: await subscriptionsOf(db, id) } };
  });
}

async function subscriptionsOf(db: Db, program_id: number): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('program_subscriptions')
    .select(['type', 'product_id', 'price_id', 'coupon'])
    .where('program_id', '=', program_id)
    .execute();
  return SUBSCRIPTION_TYPES.map((type) => {
    const { product_id = '', price_id = '', coupon = '' } = rows.find((row) => row.type === type) ?? {};
    return { type, product_id, price_id, coupon };
  });
}

/** What is named: a field that is left out must not undo what stands. */
function defined({ type, ...ids }: Given): Pick<Given, 'type'> & Partial<Subscription> {
  return { type, ...Object.fromEntries(Object.entries(ids).filter(([, value]) => value !== undefined)) };
}
