/** Estimates how hard passwords are to guess. Its lists are larger than the whole of a first visit: import it when one is typed. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** Characters that are looked at: the work grows faster than the length, and what is behind them makes nothing weaker. */
const CHARACTERS = 64;

/** Returns 0 (guessed at once) to 4 (out of reach); `about` is what others know of the person, such as the email. */
export function strengthOf(password: string, about: readonly string[]): number {
  const parts = (text: string) => [text, ...text.split('@'), ...text.split(/[^\p{L}\p{N}]+/u)];
  const known = about.flatMap(parts).filter((word) => word.length > 2);
  return estimator.check(password.slice(0, CHARACTERS), ['provost', ...known]).score;
}
