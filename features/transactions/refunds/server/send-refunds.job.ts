import { type Selectable, sql } from 'kysely';
import { asSystem, transact } from '../../../../server/context.ts';
import type { Refunds } from '../../../../server/db/types.ts';
import type { JobDefinition, Platform } from '../../../../server/platform.ts';
import { leaseOf, takeLeases } from '../../../../server/work/lease.ts';
import { providerOf } from './provider.ts';
import type { AskedRefund, Outcome } from './refund-types.ts';
import { settleRefund } from './settle.ts';

const AT_ONCE = 8;

/** Seconds of a lease; after a crash the refund is due again. Longer than any answer takes. */
const LEASE_SECONDS = 90;

/** Seconds for which a provider remembers the key; later the refund is only looked up. */
const KEY_HOLDS_SECONDS = 24 * 3600;

/** Seconds until the next attempt, after each without an answer; the last one repeats. */
const WAITS = [5, 15, 60, 300, 900, 3600];

export const sendRefunds: JobDefinition = {
  name: 'send-refunds',
  every: 1,
  waits: (db) => [db.selectFrom('refunds').select('id').where(sql<boolean>`due_at <= provost_now()`)],
  run: (platform, stopping) => sendDueRefunds(platform, stopping),
};

/** Longest wait for what a provider says nothing new of. */
const LONGEST_WAIT_SECONDS = 3600;

type Due = Selectable<Refunds> & Pick<AskedRefund, 'currency' | 'provider_charge'> & { key_holds: boolean };

/** Fenced by the state too: what somebody else has settled meanwhile is theirs. */
const REFUND_LEASE = {
  table: 'refunds',
  key: ['id'],
  seconds: LEASE_SECONDS,
  attempts: 'tries',
  fence: ['tries', 'state'],
} as const;
const LEASE = leaseOf<'refunds', Due>(REFUND_LEASE);

/** Sends everything due, longest waiting first. May be killed anywhere: the rest is due again when its lease ends. */
export async function sendDueRefunds(platform: Platform, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const due = await leaseDue(platform);
    if (due.length === 0) return;
    await Promise.all(due.map((refund) => send(platform, refund)));
  }
}

/** Marks refunds as `sending` before the call: their outcome is unknown until there is an answer. */
function leaseDue(platform: Platform): Promise<Due[]> {
  const next = sql`
    select id from refunds where due_at <= provost_now() order by due_at, id limit ${AT_ONCE} for update skip locked`;
  return takeLeases<Due>(platform, REFUND_LEASE, next, {
    set: sql`, state = case t.state when 'requested' then 'sending' else t.state end,
      asked_at = coalesce(t.asked_at, provost_now())`,
    from: sql`from charges c`,
    on: sql`and c.id = t.charge_id`,
    also: sql`, c.currency,
      coalesce((select i.provider_ref from payment_invoices i where i.invoice = c.provider_charge), c.provider_charge)
        as provider_charge,
      t.asked_at > provost_now() - make_interval(secs => ${KEY_HOLDS_SECONDS}) as key_holds`,
  });
}

async function send(platform: Platform, refund: Due): Promise<void> {
  const outcome = await ask(platform, refund);
  // While nothing is known and nothing new is said, the lease is the wait.
  if (outcome.state === refund.state)
    return void (await LEASE.putOff(platform, refund, {}, outcome.again ?? LONGEST_WAIT_SECONDS));
  const settled = await transact(asSystem(platform, sendRefunds.name), (tx) =>
    settleRefund(tx, refund.id, outcome),
  );
  if (!settled)
    platform.log.warn({ refund: refund.id, said: outcome.state }, 'a refund was settled meanwhile');
}

async function ask(platform: Platform, refund: Due): Promise<Outcome> {
  const again = WAITS[Math.min(refund.tries, WAITS.length) - 1] ?? LONGEST_WAIT_SECONDS;
  try {
    const provider = await providerOf(platform, refund.provider);
    if (refund.state === 'pending' || !refund.key_holds)
      return { again, ...((await provider.find(refund)) ?? { state: stateOf(refund) }) };
    return { again, ...(await provider.refund(refund)) };
  } catch (error) {
    // Never the error itself: it may carry the request.
    const { code, type, statusCode } = error as { code?: string; type?: string; statusCode?: number };
    platform.log.warn(
      { refund: refund.id, tries: refund.tries, code, type, statusCode },
      'no answer to a refund',
    );
    return { state: stateOf(refund), again };
  }
}

/** Returns the state without an answer: `pending` stays, a sent one becomes `unknown`. */
function stateOf({ state }: Due): 'unknown' | 'pending' {
  return state === 'pending' ? 'pending' : 'unknown';
}
