import { useSyncExternalStore } from 'react';
import { type Access, type Actor, mayAccess } from '../core/access.ts';
import { authContract, type SignedInUser } from '../features/auth/contract.ts';
import { holdSession, onSession, refreshAccessToken } from './access-token.ts';
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

export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  const answer = await api.auth.signIn.call(credentials);
  queryClient.clear();
  session = { user: null, ended: true };
  holdSession(answer);
}

export async function signOut(): Promise<void> {
  await api.auth.signOut.call({});
  otherTabs?.postMessage('signed out');
  holdSession(null);
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

/** Returns the signed-in person as the access rules expect it. */
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
