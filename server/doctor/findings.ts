import { timeLimit } from '../time-limits.ts';

/** `warning`: it runs, and somebody should look. */
export type Finding = { part: string; state: 'ok' | 'warning' | 'fault'; text: string };

export type Say = (state: Finding['state'], text: string) => void;

/** Milliseconds for a part that is away to say so. */
export const TIMEOUT_MS = timeLimit(10_000);

export function oneLine({ message }: Error): string {
  return message.split('\n', 1)[0] || 'failed without a word';
}
