import { vi } from 'vitest';
import { BACKSTOP_MS } from './backstop.ts';

/** Before the backstop ends the test, so that what was waited for in vain is told. */
const LONGEST_WAIT_MS = BACKSTOP_MS * 0.9;

/** Waits, however long it takes, for a fact: until it neither throws nor answers false. Answers what it answered. */
export function until<Answer>(fact: () => Answer | Promise<Answer>): Promise<Answer> {
  const holding = async () => {
    const answer = await fact();
    if (answer === false) throw new Error(`waited in vain for ${fact.toString()}`);
    return answer;
  };
  return vi.waitFor(holding, { timeout: LONGEST_WAIT_MS, interval: 50 });
}
