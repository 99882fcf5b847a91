import { useSyncExternalStore } from 'react';
import { type Access, type Actor, mayAccess } from '../core/access.ts';
import { authContract, type SignedInUser } from '../features/auth/contract.ts';
import type { ShownPasskey } from '../features/auth/passkey-schemas.ts';
import { holdSession, onSession, refreshAccessToken, renewAccessToken } from './access-token.ts';
import { apiOf, queryClient } from './api.ts';

const api = apiOf({ auth: authContract });
const listeners = new Set<() => void>();
const otherTabs = 'BroadcastChannel' in window ? new BroadcastChannel('provost:session') : null;

/** `user` stays after the end until the sign-in is shown, so that open screens keep working. */
type Session = { user: SignedInUser | null; ended: boolean };
let session: Session = { user: null, ended: true };

onSession((answer) => {
  const before = session.user;
  // Somebody else signed in on another tab: nothing that this tab shows may stay.
  if (answer && before && !session.ended && before.id !== answer.user.id) return window.location.reload();
  session = answer ? { user: answer.user, ended: false } : { user: before, ended: true };
  for (const listener of listeners) listener();
});
otherTabs?.addEventListener('message', () => holdSession(null));

/** Restores the session of the cookie, if there is one. Call it once, before the first screen. */
export async function restoreSession(): Promise<void> {
  await refreshAccessToken(null);
}

/** `code` or `passkey` of an account with a second factor. */
type Credentials = { email: string; password: string; code?: string; passkey?: ShownPasskey };

export async function signIn(credentials: Credentials): Promise<void> {
  beginSession(await api.auth.signIn.call({ ...credentials, time_zone: ownZone() }));
}

/** Returns the time zone that this device is set to. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Asks for the password where the server would ask for it, before a link that cannot; throws where it is not given. */
export async function proveWhoIAm(): Promise<void> {
  await api.auth.proven.call({});
}

/** Reads anew what the person may do, as after a second factor was set up. */
export async function renewSession(): Promise<void> {
  await renewAccessToken();
}

/** Goes on as whoever has just signed in, by whatever way; nothing of an earlier session stays. */
export function beginSession(answer: { token: string; user: SignedInUser }): void {
  queryClient.clear();
  session = { user: null, ended: true };
  holdSession(answer);
}

export async function signOut(): Promise<void> {
  await api.auth.signOut.call({});
  otherTabs?.postMessage('signed out');
  holdSession(null);
}

/** Forgets who was signed in and what they had read, once the sign-in stands in the place of their screens. */
export function forgetSession(): void {
  if (!session.ended) return;
  session = { user: null, ended: true };
  // What the sign-in itself asks is being looked at.
  queryClient.removeQueries({ predicate: (query) => query.getObserversCount() === 0 });
  queryClient.getMutationCache().clear();
}

export function isSignedIn(): boolean {
  return !session.ended;
}

/** Calls back when the session begins or ends; returns a function that stops. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the signed-in person with email and the name of the program; only within the signed-in frame. */
export function useSignedInUser(): SignedInUser {
  const { user } = useSyncExternalStore(onSessionChange, () => session);
  if (!user) throw new Error('nobody is signed in');
  return user;
}

export function useActor(): Actor {
  return actorOf(useSignedInUser());
}

/** Returns the signed-in person outside of a component; null where there is none. */
export function signedInActor(): Actor | null {
  return session.user && !session.ended ? actorOf(session.user) : null;
}

function actorOf({ id, ...user }: SignedInUser): Actor {
  return { admin_id: id, ...user };
}

export function useMayAccess(access: Access): boolean {
  return mayAccess(useActor(), access);
}
