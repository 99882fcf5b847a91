import { HELD_WORDS } from '../../../transactions/rules.ts';
import type { OpenTransaction } from '../../contract.ts';

export type LineState = {
  active: boolean | null;
  words: string;
};

type Line = Pick<OpenTransaction, 'type' | 'amount' | 'override' | 'future_sessions' | 'held'>;

export function lineState({ type, amount, override, future_sessions, held }: Line): LineState {
  if (type === 'adjustment')
    return { active: null, words: amount < 0 ? 'Deducted from the next payout' : 'Added to the next payout' };
  if (held) return { active: null, words: capital(HELD_WORDS[held]) };
  const active = override === null ? future_sessions === 0 : override === '1';
  const toCome = future_sessions === 1 ? '1 upcoming session' : `${future_sessions} upcoming sessions`;
  const reasons = [...(override === null ? [] : ['forced']), ...(future_sessions > 0 ? [toCome] : [])];
  const state = active ? 'Active' : 'Pending';
  return { active, words: [state, reasons.join(', ')].filter(Boolean).join(': ') };
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
