import type { ErrorBody } from '../core/errors.ts';
import { authContract, type SignedInUser } from '../features/auth/contract.ts';
import { noteExchange, waitForLostExchange } from './lost-exchange.ts';
import { noteReads } from './replica/reads-replica.ts';
import { Failure } from './ui/failure.ts';

type SessionAnswer = { token: string; user: SignedInUser };
type HeldSession = { token: string; expires: number; user_id: number };

const RENEWAL_MARGIN_MS = 60_000;
const listeners = new Set<(session: SessionAnswer | null) => void>();
let held: HeldSession | null = null;
let refreshing: Promise<string | null> | null = null;

/** Returns the access token, kept in memory only and renewed before it expires; null where nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  if (!held) return null;
  return Date.now() < held.expires - RENEWAL_MARGIN_MS ? held.token : refreshAccessToken(held.token);
}

export function isTokenHeld(): boolean {
  return held !== null;
}

/** Exchanges `stale` for a new token. One used twice ends all sessions of its family, so tabs take turns and calls of a tab share an exchange. */
export function refreshAccessToken(stale: string | null): Promise<string | null> {
  if (held && held.token !== stale) return Promise.resolve(held.token);
  refreshing ??= inTurn(exchange).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** Exchanges the token before its end, for what has changed about the session. */
export function renewAccessToken(): Promise<string | null> {
  return refreshAccessToken(held?.token ?? null);
}

export function holdSession(session: SessionAnswer | null): void {
  held = session
    ? { token: session.token, expires: Date.now() + lifetimeOf(session.token), user_id: session.user.id }
    : null;
  for (const listener of listeners) listener(session);
}

/** Calls back with each new session, and with null when it has ended. */
export function onSession(listener: (session: SessionAnswer | null) => void): void {
  listeners.add(listener);
}

export async function failureFrom(response: Response): Promise<Failure> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  const wait = Number(response.headers.get('retry-after'));
  return new Failure(response.status, {
    ...body,
    message: body?.message ?? 'The server could not answer. Try again.',
    retry_after: body?.retry_after ?? (wait > 0 ? wait : undefined),
    request_id: body?.request_id ?? response.headers.get('x-request-id') ?? undefined,
  });
}

export function unreachable(): Failure {
  return new Failure(0, {
    message: "Can't reach the server. Check your connection and try again.",
    code: 'UNREACHABLE',
  });
}

async function exchange(): Promise<string | null> {
  const { method, path } = authContract.refresh['~orpc'].route;
  await waitForLostExchange();
  const note = noteExchange();
  // keepalive: were the answer lost to a reload, the cookie would still hold the token that is used up.
  const response = await fetch(String(path), {
    method,
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => {
    note.failed();
    throw unreachable();
  });
  note.answered();
  noteReads(response);
  if (response.status === 401) {
    holdSession(null);
    return null;
  }
  if (!response.ok) throw await failureFrom(response);
  const session = (await response.json()) as SessionAnswer;
  const isAnother = held !== null && held.user_id !== session.user.id;
  holdSession(session);
  // Somebody else has signed in on another tab: what was pressed here is not sent in their name.
  return isAnother ? null : session.token;
}

/** Runs under a lock of all tabs; outside a secure context, which has no locks, without one. */
function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  return 'locks' in navigator ? navigator.locks.request('provost:refresh', work) : work();
}

/** Returns milliseconds from issue to expiry, independent of this machine's clock. */
function lifetimeOf(token: string): number {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { exp, iat } = JSON.parse(atob(payload)) as { exp: number; iat: number };
    return (exp - iat) * 1000 || FALLBACK_LIFETIME_MS;
  } catch {
    return FALLBACK_LIFETIME_MS;
  }
}

const FALLBACK_LIFETIME_MS = 15 * 60_000;
