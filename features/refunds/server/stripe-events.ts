/** Stripe's events, each booked once, in whatever order they come. Specification: Refunds. */
import { type Selectable, sql } from 'kysely';
import type { Stripe } from 'stripe';
import { audit } from '../../../server/audit.ts';
import { asSystem, transact, type Within } from '../../../server/context.ts';
import type { Charges } from '../../../server/db/types.ts';
import type { Platform } from '../../../server/platform.ts';
import { openStripe } from '../../../server/stripe.ts';
import type { Outcome } from './refund-types.ts';
import { reserveRefund } from './reserve.ts';
import { settleRefund } from './settle.ts';
import { outcomeOfRefund, REFUND_ID } from './stripe-provider.ts';

/**
 * Books an event in one transaction with the note that it is known; one that is known, or is none of our business, is
 * booked as well. False where it has to come again: it gives back what a refund of ours still has set aside.
 */
export async function bookStripeEvent(platform: Platform, event: Stripe.Event): Promise<boolean> {
  // Asked for outside of the transaction, which waits for nobody.
  const refunds = await refundsOf(platform, event);
  return transact(asSystem(platform, 'stripe-webhook'), async (within) => {
    const { rows } = await sql`
      insert into provider_events (provider, event_id, type, object_id)
      values ('stripe', ${event.id}, ${event.type}, ${(event.data.object as { id?: string }).id ?? ''})
      on conflict do nothing returning event_id`.execute(within.db);
    if (rows.length === 0) return true;
    for (const refund of refunds) {
      // Rolled back with what was booked of it so far: it comes again as a whole.
      if (!(await bookRefund(within, refund))) throw new Postponed();
    }
    if (event.type === 'charge.dispute.created') await hold(within, event.data.object, true);
    if (event.type === 'charge.dispute.closed') await hold(within, event.data.object, false);
    return true;
  }).catch((error: unknown) => {
    if (error instanceof Postponed) return false;
    throw error;
  });
}

class Postponed extends Error {}

/** Of one charge. */
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

/** Settles a refund of ours; one that was made at Stripe becomes one of ours. False where that has to wait. */
async function bookRefund(within: Within, refund: Stripe.Refund): Promise<boolean> {
  const charge = await chargeOf(within, refund);
  if (!charge || charge.currency !== refund.currency.toUpperCase()) return true;
  const outcome = outcomeOfRefund(refund);
  const known = await ourRefund(within, charge.id, refund);
  if (known === null) return bookElsewhere(within, charge, refund, outcome);
  // It may be told before the answer to our own call is there.
  if (known.state === 'requested') return false;
  await settleRefund(within, known.id, outcome);
  return true;
}

async function chargeOf({ db }: Within, refund: Pick<Stripe.Refund, 'charge' | 'payment_intent'>) {
  const names = [idOf(refund.charge), idOf(refund.payment_intent)].filter((name) => name !== null);
  return db
    .selectFrom('charges')
    .selectAll()
    .where('provider', '=', 'stripe')
    .where('provider_charge', 'in', [...names, ''])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

async function ourRefund({ db }: Within, charge_id: number, { id, metadata }: Stripe.Refund) {
  const said = Number(metadata?.[REFUND_ID]);
  const refund = await db
    .selectFrom('refunds')
    .select(['id', 'state'])
    .where('charge_id', '=', charge_id)
    .where('provider', '=', 'stripe')
    .where((eb) =>
      eb.or([
        eb('provider_refund', '=', id),
        eb.and([eb('provider_refund', 'is', null), eb('id', '=', Number.isSafeInteger(said) ? said : 0)]),
      ]),
    )
    .executeTakeFirst();
  return refund ?? null;
}

/** As a refund of ours, from its intent to what came of it; one that failed gave nothing back. */
async function bookElsewhere(
  within: Within,
  charge: Selectable<Charges>,
  { id: provider_refund, amount }: Stripe.Refund,
  outcome: Outcome,
): Promise<boolean> {
  // What has failed is kept as well: older news of it may come yet.
  if (charge.refunded + charge.reserved + amount > charge.amount) return outcome.state === 'failed';
  const { id } = await reserveElsewhere(within, charge, { amount, provider_refund });
  await settleRefund(within, id, outcome);
  return true;
}

async function reserveElsewhere(
  within: Within,
  charge: Selectable<Charges>,
  made: { amount: number; provider_refund: string },
) {
  const id = await reserveRefund(within, {
    charge_id: charge.id,
    amount: made.amount,
    cancel_registration: false,
    class_id: null,
    reason: 'Made at Stripe',
    origin: 'provider',
  });
  await within.db
    .updateTable('refunds')
    .set({ state: 'sending', asked_at: new Date().toISOString(), provider_refund: made.provider_refund })
    .where('id', '=', id)
    .execute();
  return { id };
}

/** While the buyer's bank has not decided, its lines are not paid; a dispute that is lost keeps them. */
async function hold(within: Within, dispute: Stripe.Dispute, opened: boolean): Promise<void> {
  const { db } = within;
  const charge = await chargeOf(within, dispute);
  if (!charge) return;
  const outcome = opened ? null : dispute.status === 'lost' ? 'lost' : 'won';
  await sql`
    insert into charge_disputes as d (dispute_id, charge_id, opened_at, outcome)
    values (${dispute.id}, ${charge.id}, to_timestamp(${dispute.created}), ${outcome})
    on conflict (dispute_id) do update set outcome = coalesce(d.outcome, excluded.outcome)`.execute(db);
  const { rows } = await sql<{ disputed_at: string | null }>`
    update charges set disputed_at = (select min(opened_at) from charge_disputes
      where charge_id = ${charge.id} and outcome is distinct from 'won')
    where id = ${charge.id} returning disputed_at`.execute(db);
  await audit(within, {
    entity: 'charge',
    entity_id: charge.id,
    action: opened ? 'dispute' : 'end_dispute',
    program_id: charge.program_id,
    before: { disputed_at: charge.disputed_at },
    after: { disputed_at: rows[0]?.disputed_at ?? null, outcome },
  });
}

function idOf(named: string | { id: string } | null): string | null {
  return typeof named === 'string' ? named : (named?.id ?? null);
}
