/** Sends due refunds to their providers. Specification: Refunds. */
import { type Selectable, sql } from 'kysely';
import { asSystem, transact } from '../../../../server/context.ts';
import type { Refunds } from '../../../../server/db/types.ts';
import type { JobDefinition, Platform } from '../../../../server/platform.ts';
import { providerOf } from './provider.ts';
import type { AskedRefund, Outcome } from './refund-types.ts';
import { settleRefund } from './settle.ts';

/** Refunds sent at once. */
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
  run: (platform, stopping) => sendDueRefunds(platform, stopping),
};

type Due = Selectable<Refunds> & Pick<AskedRefund, 'currency' | 'provider_charge'> & { key_holds: boolean };

/** Sends everything due, longest waiting first. May be killed anywhere: the rest is due again when its lease ends. */
export async function sendDueRefunds(platform: Platform, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const due = await take(platform);
    if (due.length === 0) return;
    await Promise.all(due.map((refund) => send(platform, refund)));
  }
}

/** Marks refunds as `sending` before the call: their outcome is unknown until there is an answer. */
async function take({ database }: Platform): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update refunds r
    set state = case r.state when 'requested' then 'sending' else r.state end, tries = r.tries + 1,
      asked_at = coalesce(r.asked_at, provno.now), due_at = provno.now + make_interval(secs => ${LEASE_SECONDS})
    from charges c, (select provost_now() as now) provno
    where c.id = r.charge_id and r.id in (
      select id from refunds where due_at <= provost_now() order by due_at, id limit ${AT_ONCE} for update skip locked)
    returning r.*, c.currency, c.provider_charge,
      r.asked_at > provno.now - make_interval(secs => ${KEY_HOLDS_SECONDS}) as key_holds`.execute(
    database.everything,
  );
  return rows;
}

async function send(platform: Platform, refund: Due): Promise<void> {
  const outcome = await ask(platform, refund);
  // While nothing is known and nothing new is said, the lease is the wait.
  if (outcome.state === refund.state) return putOff(platform, refund, outcome);
  const settled = await transact(asSystem(platform, sendRefunds.name), (tx) =>
    settleRefund(tx, refund.id, outcome),
  );
  if (!settled)
    platform.log.warn({ refund: refund.id, said: outcome.state }, 'a refund was settled meanwhile');
}

async function ask(platform: Platform, refund: Due): Promise<Outcome> {
  const again = WAITS[Math.min(refund.tries, WAITS.length) - 1] ?? 3600;
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

async function putOff({ database }: Platform, { id, state }: Due, { again = 3600 }: Outcome): Promise<void> {
  await sql`
    update refunds set due_at = provost_now() + make_interval(secs => ${again})
    where id = ${id} and state = ${state}`.execute(database.everything);
}
