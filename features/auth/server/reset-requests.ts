import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { refuseForNow } from '../../../core/errors.ts';
import type { Call } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { networkOf } from '../../../server/http/network.ts';
import { NO_PASSWORD } from '../../../server/passwords/password-hashes.ts';
import { refuseShutPassword } from './shut-passwords.ts';
import { inTurn } from './sign-in-queue.ts';

const WINDOW_SECONDS = 15 * 60;

/** Limits of one network or account within a window, each counted separately. */
const COUNTED = {
  ask: { most: 10, prefix: '', message: 'Too many link requests.' },
  /** Limits guesses of the rest of a link that is partly known. */
  guess: { most: 30, prefix: 'guess ', message: 'Too many attempts.' },
  /** Limits rows of sign-ins that are begun at the provider and never finished. */
  sign_on: { most: 200, prefix: 'sign-on ', message: 'Too many sign-ins were begun.' },
  /** The same of one account that proves at the provider who it is. */
  sign_on_again: { most: 60, prefix: 'sign-on again ', message: 'Too many confirmations were begun.' },
} as const;

/** Milliseconds: answers are sent only at whole multiples of this after their call, to hide timing. */
const ANSWER_INTERVAL_MS = 250;

/** Stores the request, once per admin; neither answer nor timing shows whether the email is known. 429 for a network that asks too often, 403 if shut. */
export async function requestPasswordReset(context: Call, email: string): Promise<void> {
  refuseShutPassword(context, email);
  await answeredAtIntervals(() =>
    inTurn(context, async () => {
      await countCall(context, 'ask');
      await noteRequest(context.platform.database.signIn, email);
    }),
  );
}

/** Hides how long the work took, so that its time tells nothing of what it found. */
export async function answeredAtIntervals(work: () => Promise<void>): Promise<void> {
  const arrived = performance.now();
  await work();
  const spent = performance.now() - arrived;
  await wait(Math.ceil(spent / ANSWER_INTERVAL_MS) * ANSWER_INTERVAL_MS - spent);
}

/** Counts a call of the caller's network, or of `who`; 429 beyond the limit. */
export async function countCall(
  context: Call,
  what: keyof typeof COUNTED,
  who = networkOf(context.address),
): Promise<void> {
  const { most, prefix, message } = COUNTED[what];
  const over = sql<boolean>`recovery_calls.window_ends <= provost_now()`;
  const ends = sql<string>`provost_now() + make_interval(secs => ${WINDOW_SECONDS})`;
  const { calls, seconds } = await context.platform.database.signIn
    .insertInto('recovery_calls')
    .values({ network: `${prefix}${who}`, window_ends: ends })
    .onConflict((conflict) =>
      conflict.column('network').doUpdateSet({
        calls: sql`case when ${over} then 1 else least(recovery_calls.calls, ${most}) + 1 end`,
        window_ends: sql`case when ${over} then ${ends} else recovery_calls.window_ends end`,
      }),
    )
    .returning(['calls', sql<number>`ceil(extract(epoch from window_ends - provost_now()))`.as('seconds')])
    .executeTakeFirstOrThrow();
  if (calls > most) refuseForNow(message, Math.max(seconds, 1));
}

/** Throws a 429 for a network that guessed too often, even with a valid link. */
export async function refuseGuesser(context: Call): Promise<void> {
  const { most, prefix, message } = COUNTED.guess;
  const known = await context.platform.database.signIn
    .selectFrom('recovery_calls')
    .select(sql<number>`ceil(extract(epoch from window_ends - provost_now()))`.as('seconds'))
    .where('network', '=', `${prefix}${networkOf(context.address)}`)
    .where('calls', '>=', most)
    .where(sql<boolean>`window_ends > provost_now()`)
    .executeTakeFirst();
  if (known) refuseForNow(message, Math.max(known.seconds, 1));
}

/** Runs the same statement for every address, so that the caller cannot tell whether it is known. */
async function noteRequest(db: Db, email: string): Promise<void> {
  await db
    .insertInto('password_reset_requests')
    .columns(['admin_id'])
    .expression((from) =>
      from
        .selectFrom('admins')
        .select('id')
        .where('email', '=', email)
        .where('deleted_at', 'is', null)
        // The first password is set by an invitation alone, which can be withdrawn and ends.
        .where('password_hash', '<>', NO_PASSWORD),
    )
    .onConflict((conflict) => conflict.column('admin_id').doNothing())
    .execute();
}
