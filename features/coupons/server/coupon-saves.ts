import { sql } from 'kysely';
import { refuse, refuseField } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import { once } from '../../../server/http/idempotency.ts';
import { refuseFormerActor } from '../../../server/http/session.ts';
import { changing, type RowOf, tableNoun } from '../../../server/nouns/changing.ts';
import { creating } from '../../../server/nouns/creating.ts';
import { homeOfNew, homeProgram } from '../../../server/nouns/program-assignments.ts';
import {
  type Coupon,
  type CouponChange,
  type KnownCoupon,
  knownCoupon,
  type NewCoupon,
} from '../contract.ts';
import { ALIVE, readCoupon } from './coupons.ts';
import { askProvider, hasProvider } from './provider.ts';

/** 403 for a bound admin who names another program; 400 for an unknown Stripe ID, 503 where the provider is silent. The same `key` answers the first. */
export async function createCoupon(context: Context, data: NewCoupon, key = ''): Promise<Coupon> {
  const { coupon_name, coupon_stripe_id } = data;
  const program_id = await homeOfNew(context, data.program_id, 'data.program_id');
  const said = await askedOf(context, coupon_stripe_id);
  const after = { coupon_name, coupon_stripe_id, program_id, ...(said ?? asTyped(data.is_percents)) };
  const make = async (tx: TransactionContext) => {
    // The provider may have taken its time.
    await refuseFormerActor(tx);
    await refuseTwin(tx, { id: 0, coupon_stripe_id, program_id });
    const { id } = await creating(tx, COUPON, { ...after, known: json(after.known) }, () => ({ after }));
    return readCoupon(tx, id);
  };
  // Not the route's own idempotency, whose transaction would be open while the provider is asked.
  return key
    ? once(context, { key, route: 'coupons.createCoupon', input: data }, make)
    : transact(context, make);
}

/** Changes what is named, and keeps what the provider says of it now. Refuses as {@link createCoupon}; 404 and 409 as any save. */
export async function updateCoupon(
  context: Context,
  { id, data }: { id: number; data: CouponChange },
): Promise<Coupon> {
  const seen = await readCoupon(context, id);
  const whose = { program_id: seen.program_id || null };
  const program = await homeProgram(context, data.program_id, 'data.program_id', whose);
  const asked = data.coupon_stripe_id ?? seen.coupon_stripe_id;
  // A row that says what it said is saved without a question: also while the provider is away.
  const isSame = isUnchanged(seen, data);
  const said = isSame ? null : await askedOf(context, asked);
  return transact(context, async (tx) => {
    await refuseFormerActor(tx);
    await changing(tx, COUPON, { id, updated_at: data.updated_at }, 'update', async (_, row) => {
      const { coupon_name = row.coupon_name, coupon_stripe_id = row.coupon_stripe_id } = data;
      // What was asked about is what is saved.
      if (said && coupon_stripe_id !== asked) refuse(409, MOVED);
      const program_id = data.program_id === undefined ? row.program_id : program;
      const isMoved = program_id !== row.program_id || coupon_stripe_id !== row.coupon_stripe_id;
      if (isMoved) await refuseTwin(tx, { id, coupon_stripe_id, program_id });
      const kept = coupon_stripe_id === row.coupon_stripe_id && row.known !== null ? factsOf(row) : null;
      const facts = said ?? kept ?? asTyped(data.is_percents ?? row.is_percents === 1);
      const after = { coupon_name, coupon_stripe_id, program_id, ...facts };
      const columns = { ...after, known: json(facts.known) } as object;
      return { before: recorded(row), after, columns, program_id };
    });
    return readCoupon(tx, id);
  });
}

/** Marks it deleted; the row stays for the record. 404 and 409 as any save; answers its mark. */
export function removeCoupon(
  context: Context,
  save: { id: number; updated_at?: string | undefined },
): Promise<{ updated_at: string }> {
  return changing(context, COUPON, save, 'delete', async (_, row) => ({
    before: recorded(row),
    after: null,
    columns: { deleted_at: sql`provost_now()` } as object,
  }));
}

const COUPON = tableNoun({ entity: 'coupon', table: 'coupons', alive: ALIVE });

const MOVED = 'Another admin changed the Stripe ID. Reload and try again.';

type Facts = { is_percents: number; known: KnownCoupon | null };

/** Returns the provider's data, which override the input; null without a provider. */
async function askedOf(context: Context, coupon_stripe_id: string): Promise<Facts | null> {
  if (!hasProvider(context)) return null;
  const known = await askProvider(context, coupon_stripe_id);
  if (!known) refuseField('data.coupon_stripe_id', 'No coupon with this ID in Stripe');
  return { is_percents: Number(known.kind === 'percent'), known };
}

/** Returns the stored data of the provider, which override the input while it cannot be asked. */
function factsOf({ is_percents, known }: RowOf<typeof COUPON>): Facts {
  return { is_percents, known: knownCoupon.parse(known) };
}

function isUnchanged(seen: Coupon, data: CouponChange): boolean {
  const { coupon_name = seen.coupon_name, coupon_stripe_id = seen.coupon_stripe_id, program_id } = data;
  const isSameProgram = program_id === undefined || program_id === seen.program_id;
  return coupon_name === seen.coupon_name && coupon_stripe_id === seen.coupon_stripe_id && isSameProgram;
}

/** 409 where the program has this coupon under another row, named by it; two at once are told apart by the lock. */
async function refuseTwin(
  { db }: TransactionContext,
  coupon: { id: number; coupon_stripe_id: string; program_id: number | null },
): Promise<void> {
  const { id, coupon_stripe_id, program_id } = coupon;
  await lock(db, `coupon ${program_id ?? 0} ${coupon_stripe_id}`);
  const twin = await db
    .selectFrom('coupons')
    .select(['id', 'coupon_name'])
    .where('coupon_stripe_id', '=', coupon_stripe_id)
    .where('program_id', 'is not distinct from', program_id)
    .where('deleted_at', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (!twin) return;
  const message = `This program already has this coupon: ${twin.coupon_name} (#${twin.id})`;
  refuse(409, message, { errors: [{ path: 'data.coupon_stripe_id', message }] });
}

function asTyped(is_percents: boolean): Facts {
  return { is_percents: Number(is_percents), known: null };
}

function recorded({ coupon_name, coupon_stripe_id, program_id, is_percents, known }: RowOf<typeof COUPON>) {
  // In the order of the schema: the database keeps another one.
  return { coupon_name, coupon_stripe_id, program_id, is_percents, known: known && knownCoupon.parse(known) };
}

function json(known: KnownCoupon | null) {
  return known && sql<KnownCoupon>`${JSON.stringify(known)}::jsonb`;
}
