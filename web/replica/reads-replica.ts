/** Source of answers: whether they come from the replica, as they do while the primary is away. Specification: Operations. */
import { useSyncExternalStore } from 'react';
import { READS_REPLICA } from '../../core/route.ts';

let isReplica = false;
const listeners = new Set<() => void>();

/** Notes where an answer came from; a refusal without the header does not say. */
export function noteReads({ ok, headers }: Pick<Response, 'ok' | 'headers'>): void {
  const [name, value] = READS_REPLICA;
  const fromReplica = headers.get(name) === value;
  if (fromReplica || ok) setReadsReplica(fromReplica);
}

export function setReadsReplica(value: boolean): void {
  if (isReplica === value) return;
  isReplica = value;
  for (const listener of listeners) listener();
}

/** True while what is on the screen was read from the replica, and nothing can be saved. */
export function useReadsReplica(): boolean {
  return useSyncExternalStore(subscribe, () => isReplica);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
