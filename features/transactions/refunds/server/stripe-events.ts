import { type Selectable, sql } from 'kysely';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { must } from '../../../../core/must.ts';
import { asSystem, type TransactionContext, transact } from '../../../../server/context.ts';
import type { Charges } from '../../../../server/db/types.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import type { Platform } from '../../../../server/platform.ts';
import { openStripe } from '../../../../server/stripe.ts';
import { bookPaymentOf } from '../../unmatched/server/book-payment.ts';
import type { UnbookedReason } from '../contract.ts';
import type { Outcome } from './refund-types.ts';
import { reserveRefund } from './reserve.ts';
import { settleRefund } from './settle.ts';
import { outcomeOfRefund, REFUND_ID } from './stripe-provider.ts';
import { keepUnbooked, Unbookable } from './unbooked-events.ts';

/** Books an event and marks it as known, in one transaction; what can never be booked is kept for staff. False where Stripe must retry: it is reserved yet. */
export async function bookStripeEvent(platform: Platform, event: Stripe.Event): Promise<boolean> {
  try {
    return await book(platform, event);
  } catch (error) {
    if (error instanceof Postponed) return false;
    const reason = reasonFor(error);
    if (reason === null) throw error;
    // Nothing of it stands: it is kept as a whole.
    return transact(asSystem(platform, 'stripe-webhook'), async (tx) => {
      if (await isNew(tx, event)) await keepUnbooked(tx, event, reason);
      return true;
    });
  }
}

async function book(platform: Platform, event: Stripe.Event): Promise<boolean> {
  await bookPaymentOf(platform, event);
  // Asked for outside of the transaction, which waits for nobody.
  const refunds = await refundsOf(platform, event);
  return transact(asSystem(platform, 'stripe-webhook'), async (tx) => {
    if (!(await isNew(tx, event))) return true;
    for (const refund of refunds) {
      // Rolled back with what was booked of it so far: it comes again as a whole.
      if (!(await bookOrKeep(tx, event, refund))) throw new Postponed();
    }
    if (event.type === 'charge.dispute.created') await hold(tx, DISPUTE.parse(event.data.object), true);
    if (event.type === 'charge.dispute.closed') await hold(tx, DISPUTE.parse(event.data.object), false);
    return true;
  });
}

async function isNew({ db }: TransactionContext, { id, type, data }: Stripe.Event): Promise<boolean> {
  const { id: named } = data.object as { id?: unknown };
  const { rows } = await sql`
    insert into provider_events (provider, event_id, type, object_id)
    values ('stripe', ${id}, ${type}, ${typeof named === 'string' ? named.slice(0, 255) : ''})
    on conflict do nothing returning event_id`.execute(db);
  return rows.length > 0;
}

/** Books one refund of an event; one that cannot be booked does not stop the others. */
async function bookOrKeep(
  tx: TransactionContext,
  event: Stripe.Event,
  refund: Stripe.Refund,
): Promise<boolean> {
  try {
    return await bookRefund(tx, REFUND.parse(refund));
  } catch (error) {
    if (error instanceof z.ZodError) await keepUnbooked(tx, event, 'malformed', refund);
    else if (error instanceof Unbookable) await keepUnbooked(tx, event, error.reason, refund);
    else throw error;
    return true;
  }
}

class Postponed extends Error {}

/** Returns the reason a failure is permanent; null where a retry may succeed. */
function reasonFor(error: unknown): UnbookedReason | null {
  if (error instanceof Unbookable) return error.reason;
  if (error instanceof z.ZodError) return 'malformed';
  const { code, statusCode, type, constraint } = error as Record<string, unknown>;
  // Until the migration that knows all reasons is there: Stripe tells it again.
  if (constraint === 'unbooked_events_reason_check') return null;
  if (type === 'StripePermissionError') return 'not_permitted';
  if (type === 'StripeInvalidRequestError' && statusCode === 404) return 'unknown_charge';
  // A value that no column holds, or that breaks a rule which does not depend on other rows.
  const isValue = typeof code === 'string' && (/^22[0-9A-Z]{3}$/.test(code) || code === '23514');
  return isValue ? 'malformed' : null;
}

const name = z.union([z.string().max(255), z.looseObject({ id: z.string().max(255) })]).nullish();
const refundShape = z.looseObject({
  id: z.string().min(1).max(255),
  amount: z.int().min(0),
  currency: z.string().regex(/^[A-Za-z]{3}$/),
  status: z.enum(['succeeded', 'pending', 'requires_action', 'failed', 'canceled']),
  failure_reason: z.string().nullish(),
  charge: name,
  payment_intent: name,
});
/** Checks the fields that are read; others pass. */
const REFUND = refundShape as unknown as z.ZodType<Stripe.Refund>;
const DISPUTE = z.looseObject({
  id: z.string().min(1).max(255),
  created: z.int().min(0).max(7_000_000_000),
  status: z.string().max(255),
  charge: name,
  payment_intent: name,
}) as unknown as z.ZodType<Stripe.Dispute>;

const MOST_REFUNDS = 1000;

async function refundsOf({ config }: Platform, event: Stripe.Event): Promise<Stripe.Refund[]> {
  switch (event.type) {
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return [event.data.object];
    case 'charge.refunded': {
      // The event names the charge alone.
      const stripe = await openStripe(config);
      const { id } = event.data.object;
      return stripe.refunds.list({ charge: id, limit: 100 }).autoPagingToArray({ limit: MOST_REFUNDS });
    }
    default:
      return [];
  }
}

/** Settles a refund of ours, or records one made at Stripe; false where it has to wait. Throws {@link Unbookable} where it can never be booked. */
async function bookRefund(tx: TransactionContext, refund: Stripe.Refund): Promise<boolean> {
  const charge = await chargeOf(tx, refund, refund);
  if (!charge) throw new Unbookable('unknown_charge');
  if (charge.currency !== refund.currency.toUpperCase()) throw new Unbookable('other_currency');
  const outcome = outcomeOfRefund(refund);
  const known = await ourRefund(tx, charge.id, refund);
  if (known === null) return bookElsewhere(tx, charge, refund, outcome);
  // It may be told before the answer to our own call is there.
  if (known.state === 'requested') return false;
  await settleRefund(tx, known.id, outcome);
  return true;
}

/** Returns the charge of a payment; of one that was booked twice that whose refund it is, or else that of which most is left. */
async function chargeOf(
  { db }: TransactionContext,
  refund: Pick<Stripe.Refund, 'charge' | 'payment_intent'>,
  ofRefund?: Stripe.Refund,
) {
  const isOfRefund = ofRefund
    ? sql`exists (select from refunds r where r.charge_id = charges.id and ${isOurs(ofRefund)})`
    : sql`charges.id is null`;
  const names = [idOf(refund.charge), idOf(refund.payment_intent)].filter((name) => name !== null);
  return db
    .selectFrom('charges')
    .selectAll()
    .where('provider', '=', 'stripe')
    .where((eb) =>
      eb('provider_charge', 'in', [...names, '']).or(
        'provider_charge',
        'in',
        eb
          .selectFrom('payment_invoices')
          .select('invoice')
          .where('provider_ref', 'in', [...names, '']),
      ),
    )
    .orderBy(isOfRefund, 'desc')
    .orderBy(sql`amount - refunded - reserved`, 'desc')
    .orderBy('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
}

async function ourRefund({ db }: TransactionContext, charge_id: number, refund: Stripe.Refund) {
  const ours = await db
    .selectFrom('refunds as r')
    .select(['id', 'state'])
    .where('charge_id', '=', charge_id)
    .where(isOurs(refund))
    .executeTakeFirst();
  return ours ?? null;
}

/** Condition on `refunds r`: Stripe's refund, by its name there, or where that is unknown yet by ours in its metadata. */
function isOurs({ id, metadata }: Stripe.Refund) {
  const said = Number(metadata?.[REFUND_ID]);
  const isInRange = Number.isSafeInteger(said) && Math.abs(said) < 2 ** 31;
  return sql<boolean>`r.provider = 'stripe' and (r.provider_refund = ${id}
    or r.provider_refund is null and r.id = ${isInRange ? said : 0})`;
}

/** Records a refund made at Stripe, from intent to outcome; skips a failed one. */
async function bookElsewhere(
  tx: TransactionContext,
  charge: Selectable<Charges>,
  { id: provider_refund, amount }: Stripe.Refund,
  outcome: Outcome,
): Promise<boolean> {
  // What has failed is kept as well: older news of it may come yet.
  if (charge.refunded + charge.reserved + amount > charge.amount) {
    if (outcome.state === 'failed') return true;
    // What is set aside may be free again; what has been given back is not.
    if (charge.refunded + amount > charge.amount) throw new Unbookable('over_the_charge');
    return false;
  }
  const { id } = await reserveElsewhere(tx, charge, { amount, provider_refund });
  await settleRefund(tx, id, outcome);
  return true;
}

async function reserveElsewhere(
  tx: TransactionContext,
  charge: Selectable<Charges>,
  made: { amount: number; provider_refund: string },
) {
  const id = await reserveRefund(tx, {
    charge_id: charge.id,
    amount: made.amount,
    cancel_registration: false,
    class_id: null,
    reason: 'Refunded in Stripe',
    origin: 'provider',
  });
  await tx.db
    .updateTable('refunds')
    .set({ state: 'sending', asked_at: new Date().toISOString(), provider_refund: made.provider_refund })
    .where('id', '=', id)
    .execute();
  return { id };
}

/** Holds the lines while the buyer's bank decides on a dispute; a lost one holds them for good. */
async function hold(tx: TransactionContext, dispute: Stripe.Dispute, opened: boolean): Promise<void> {
  const { db } = tx;
  const charge = await chargeOf(tx, dispute);
  if (!charge) throw new Unbookable('unknown_charge');
  const outcome = opened ? null : dispute.status === 'lost' ? 'lost' : 'won';
  await sql`
    insert into charge_disputes as d (dispute_id, charge_id, opened_at, outcome)
    values (${dispute.id}, ${charge.id}, to_timestamp(${dispute.created}), ${outcome})
    on conflict (dispute_id) do update set outcome = coalesce(d.outcome, excluded.outcome)`.execute(db);
  const { rows } = await sql<{ disputed_at: string | null }>`
    update charges set disputed_at = (select min(opened_at) from charge_disputes
      where charge_id = ${charge.id} and outcome is distinct from 'won')
    where id = ${charge.id} returning disputed_at`.execute(db);
  await audit(tx, {
    entity: 'charge',
    entity_id: charge.id,
    action: opened ? 'dispute' : 'end_dispute',
    program_id: charge.program_id,
    before: { disputed_at: charge.disputed_at },
    after: { disputed_at: must(rows[0], 'charge of the dispute').disputed_at, outcome },
  });
}

function idOf(named: string | { id: string } | null | undefined): string | null {
  return typeof named === 'string' ? named : (named?.id ?? null);
}
