import { sql } from 'kysely';
import type { z } from 'zod';
import { notFound, refuse, refuseField } from '../../../core/errors.ts';
import { type Context, transact } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { refuseFormerActor } from '../../../server/http/session.ts';
import { changing } from '../../../server/nouns/changing.ts';
import { hasProvider } from '../../coupons/server/provider.ts';
import { type KnownIds, knownIds, type Subscription, type subscriptionInput } from '../program-schemas.ts';
import { NOT_KNOWN, SUBSCRIPTION_IDS, SUBSCRIPTION_TYPES, type SubscriptionId } from '../rules.ts';
import { PROGRAM } from './program-noun.ts';
import { askAbout } from './subscription-ids.ts';

type GivenSubscription = z.output<typeof subscriptionInput>;
type Save = { id: number; subscriptions: readonly GivenSubscription[]; updated_at?: string | undefined };

/** One of each type, empty where nothing is set. 404 where the caller sees no such program. */
export async function readSubscriptions(context: Context, id: number) {
  const { updated_at } = (await PROGRAM.read(context, id)) ?? notFound();
  return { subscriptions: await subscriptionsOf(context.db, id), updated_at };
}

/** For whoever is still typing: nothing is known of an id that is empty, and of none where there is nobody to ask. */
export async function lookUpSubscription(context: Context, ids: Record<SubscriptionId, string>) {
  const typed = SUBSCRIPTION_IDS.filter((name) => ids[name] !== '');
  const asked = hasProvider(context) && typed.length > 0;
  const said = asked ? await Promise.all(typed.map((name) => askAbout(context, name, ids[name]))) : [];
  const known = Object.fromEntries(typed.map((name, index) => [name, said[index] ?? null]));
  return { known: { ...NOTHING, ...known }, asked };
}

/**
 * Saves those that are named. An id that is new is asked about at the payment provider, where there is one: 400 for each
 * that it does not know, 503 where it does not answer. What stays as it was keeps what is known of it. 400 for a type
 * that stands twice, 404 and 409 as any save.
 */
export async function saveSubscriptions(context: Context, { subscriptions, ...save }: Save) {
  for (const [index, { type }] of subscriptions.entries())
    if (subscriptions.slice(0, index).some((earlier) => earlier.type === type))
      refuseField(`subscriptions.${index}.type`, `The type ${type} is listed twice`);
  const said = await saidOfNew(context, save.id, subscriptions);
  return transact(context, async (tx) => {
    // The provider may have taken its time.
    await refuseFormerActor(tx);
    return changing(tx, PROGRAM, save, 'subscriptions', async ({ db }, { id }) => {
      const before = await subscriptionsOf(db, id);
      for (const given of subscriptions) {
        const stood = before.find(({ type }) => type === given.type) ?? blank(given.type);
        const ids = idsAfter(stood, given);
        const columns = { ...ids, known: json(knownAfter(stood, ids, said)) };
        await db
          .insertInto('program_subscriptions')
          .values({ program_id: id, type: given.type, ...columns })
          .onConflict((conflict) => conflict.columns(['program_id', 'type']).doUpdateSet(columns))
          .execute();
      }
      return { before: { subscriptions: before }, after: { subscriptions: await subscriptionsOf(db, id) } };
    });
  });
}

type Ids = Record<SubscriptionId, string>;

/** The provider's answers by {@link keyOf}; null without a provider. */
type Said = ReadonlyMap<string, KnownIds[SubscriptionId]> | null;

const NOTHING: KnownIds = { product_id: null, price_id: null, coupon: null };

const MOVED = 'Another admin changed these IDs. Reload and try again.';

async function saidOfNew(context: Context, id: number, given: readonly GivenSubscription[]): Promise<Said> {
  const { subscriptions } = await readSubscriptions(context, id);
  if (!hasProvider(context)) return null;
  const fresh = given.flatMap((one, index) => {
    const stood = subscriptions.find(({ type }) => type === one.type) ?? blank(one.type);
    const ids = idsAfter(stood, one);
    return SUBSCRIPTION_IDS.filter((name) => ids[name] !== '' && ids[name] !== stood[name]).map((name) => ({
      path: `subscriptions.${index}.${name}`,
      name,
      id: ids[name],
    }));
  });
  const answers = await Promise.all(fresh.map(({ name, id }) => askAbout(context, name, id)));
  const errors = fresh
    .filter((_, index) => answers[index] === null)
    .map(({ path, name, id }) => ({ path, message: `${NOT_KNOWN[name]}: ${id}` }));
  if (errors[0]) refuse(400, errors.map(({ message }) => message).join('. '), { errors });
  return new Map(fresh.map(({ name, id }, index) => [keyOf(name, id), answers[index] ?? null]));
}

function idsAfter(stood: Subscription, given: GivenSubscription): Ids {
  return {
    product_id: given.product_id ?? stood.product_id,
    price_id: given.price_id ?? stood.price_id,
    coupon: given.coupon ?? stood.coupon,
  };
}

/** 409 where an id is new that was not when the provider was asked. */
function knownAfter(stood: Subscription, ids: Ids, said: Said): KnownIds {
  const known = SUBSCRIPTION_IDS.map((name): [SubscriptionId, KnownIds[SubscriptionId]] => {
    if (ids[name] === stood[name]) return [name, stood.known[name]];
    if (ids[name] === '' || !said) return [name, null];
    return [name, said.get(keyOf(name, ids[name])) ?? refuse(409, MOVED)];
  });
  return { ...NOTHING, ...Object.fromEntries(known) };
}

function keyOf(name: SubscriptionId, id: string): string {
  return `${name} ${id}`;
}

async function subscriptionsOf(db: Db, program_id: number): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('program_subscriptions')
    .select(['type', 'product_id', 'price_id', 'coupon', 'known'])
    .where('program_id', '=', program_id)
    .execute();
  return SUBSCRIPTION_TYPES.map((type) => {
    const row = rows.find((one) => one.type === type);
    if (!row) return blank(type);
    const { product_id, price_id, coupon } = row;
    // In the order of the schema: the database keeps another one.
    const known = knownIds.parse({ ...NOTHING, ...(row.known as object) });
    return { type, product_id, price_id, coupon, known };
  });
}

function blank(type: Subscription['type']): Subscription {
  return { type, product_id: '', price_id: '', coupon: '', known: NOTHING };
}

function json(known: KnownIds) {
  return sql<string>`${JSON.stringify(known)}::jsonb`;
}
