import { useSyncExternalStore } from 'react';
import { isSignedIn, onSessionChange } from '../../session.tsx';

/** An export of this page: it continues on other screens, and is lost by a reload. */
export type ExportEntry = {
  id: number;
  title: string;
  state: 'running' | 'ready' | 'failed';
  count: number;
  total: number | null;
  href: string | null;
  /** True while a dialog shows it, so that the frame need not. */
  inFront: boolean;
  cancel: () => void;
};

const listeners = new Set<() => void>();
let entries: readonly ExportEntry[] = [];
let lastId = 0;

export function useExports(): readonly ExportEntry[] {
  return useSyncExternalStore(subscribe, () => entries);
}

export function addExport(entry: Pick<ExportEntry, 'title' | 'cancel'>): number {
  lastId += 1;
  const begun = { state: 'running', count: 0, total: null, href: null, inFront: true } as const;
  publish([...entries, { id: lastId, ...begun, ...entry }]);
  return lastId;
}

export function exportOf(id: number): ExportEntry | undefined {
  return entries.find((entry) => entry.id === id);
}

export function changeExport(id: number, change: Partial<Omit<ExportEntry, 'id'>>): void {
  if (exportOf(id)) publish(entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
}

export function dropExport(id: number): void {
  publish(entries.filter((entry) => entry.id !== id));
}

// What somebody else signs in to is none of the last person's exports.
onSessionChange(() => {
  if (!isSignedIn()) publish([]);
});

function publish(next: readonly ExportEntry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
