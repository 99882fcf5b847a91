import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../../../core/errors.ts';
import type { Call } from '../../../server/context.ts';
import { inTurn } from './sign-in-queue.ts';
import { throttled } from './throttle.ts';

const REFUSAL_DELAY_MS = 1_000;

/** Runs `check` in turn, and counts it as wrong while it answers null. 429 where too many run at once or were wrong, by `account` and by network. */
export function tryPassword<Found>(
  context: Call,
  account: string,
  check: () => Promise<Found | null>,
  turn: typeof inTurn = inTurn,
): Promise<Found | null> {
  return turn(context, () => throttled(context, account, check)).catch(heldBack);
}

/** Delays a refusal to wait: a script would otherwise retry at once. */
async function heldBack(error: unknown): Promise<never> {
  if (error instanceof Refusal && error.status === 429) await wait(REFUSAL_DELAY_MS);
  throw error;
}
