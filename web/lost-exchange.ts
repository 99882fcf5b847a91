/** Exchanges of refresh tokens whose page went away before the answer came. Specification: Sign-in. */
import { TURN_COOKIE } from '../features/auth/rules.ts';

const KEY = 'provost:exchange';
/** Milliseconds after which an answer is not waited for any more. */
const LONGEST_MS = 10_000;
const LOOK_MS = 50;
const FAILED_MS = 1_000;

type Begun = { turn: string; at: number };

/** Waits for the answer to an exchange that a page of this browser began and did not live to see: a token used twice ends the session. */
export async function waitForLostExchange(): Promise<void> {
  const begun = keptExchange();
  if (!begun) return;
  const isOpen = () => isKept(begun) && turn() === begun.turn && Math.abs(Date.now() - begun.at) < LONGEST_MS;
  while (isOpen()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

/** Notes the exchange that begins now; returns what to call once it is answered, or has failed. */
export function noteExchange(): { answered: () => void; failed: () => void } {
  const begun: Begun = { turn: turn(), at: Date.now() };
  onThisDevice((storage) => storage.setItem(KEY, JSON.stringify(begun)));
  // Another page may have begun one since, which is its own to end.
  const answered = () => {
    if (isKept(begun)) onThisDevice((storage) => storage.removeItem(KEY));
  };
  // A page that goes away is told that its call failed, and lives no second longer.
  return { answered, failed: () => void setTimeout(answered, FAILED_MS) };
}

/** True until the page that began it has seen its end, or another one has begun. */
function isKept(begun: Begun): boolean {
  const kept = keptExchange();
  return kept?.at === begun.at && kept.turn === begun.turn;
}

function keptExchange(): Begun | null {
  try {
    const { turn, at } = JSON.parse(onThisDevice((storage) => storage.getItem(KEY)) ?? 'null') as Begun;
    return typeof turn === 'string' && typeof at === 'number' ? { turn, at } : null;
  } catch {
    return null;
  }
}

/** Returns what changes with each token; empty where there is none. */
function turn(): string {
  const pair = document.cookie
    .split('; ')
    .find((entry) => entry.replace('__Host-', '').startsWith(`${TURN_COOKIE}=`));
  return pair?.slice(pair.indexOf('=') + 1) ?? '';
}

/** A browser may refuse it. */
function onThisDevice<Result>(work: (storage: Storage) => Result): Result | null {
  try {
    return work(localStorage);
  } catch {
    return null;
  }
}
