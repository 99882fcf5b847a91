import type { PayoutBatch } from '../contract.ts';

type Making = NonNullable<PayoutBatch['making']>;

/** Returns the part done, from 0 to 1, null where it is not known yet, and its words. */
export function progressOf({ claimed, lines, ending }: Making): { part: number | null; words: string } {
  if (ending !== null)
    return {
      part: null,
      words: claimed > 0 ? `${transactions(claimed)} to release` : 'Releasing transactions',
    };
  if (lines === null) return { part: null, words: 'Checking amounts' };
  return { part: lines === 0 ? 1 : claimed / lines, words: `${figures(claimed)} of ${transactions(lines)}` };
}

function transactions(count: number): string {
  return `${figures(count)} ${count === 1 ? 'transaction' : 'transactions'}`;
}

function figures(count: number): string {
  return count.toLocaleString('en-US');
}

const POLL_MS = 1000;

/** Returns how often batches are asked for again: every second while one of them is being made. */
export function batchPolling(batches: readonly PayoutBatch[] | undefined): number | false {
  return batches?.some(({ state }) => state === 'making') ? POLL_MS : false;
}

export function hasPayouts({ state }: Pick<PayoutBatch, 'state'>): boolean {
  return state === 'proposed' || state === 'made';
}
