/** Who has not signed in takes turns. Specification: Sign-in. */
import { refuse } from '../../../core/errors.ts';
import type { Call } from '../../../server/context.ts';
import { networkOf } from '../../../server/http/network.ts';

/** Calls under way at once; one network cannot take all places. */
const LONGEST = { all: 100, network: 30 } as const;

/** Seconds after which a caller who found no place may ask again. */
const RETRY_AFTER = 2;

/** Runs the work of a sign-in; refuses with 429 where too many are at it already. */
export const inTurn = turnsOf('Too many people are signing in. Try again in a moment.');

/** Places of their own for one kind of call, so that many of it keep nobody from another. */
export function turnsOf(refusal: string) {
  let all = 0;
  const byNetwork = new Map<string, number>();
  return async <Result>(context: Call, work: () => Promise<Result>): Promise<Result> => {
    const network = networkOf(context.address);
    const own = byNetwork.get(network) ?? 0;
    if (all >= LONGEST.all || own >= LONGEST.network) refuse(429, refusal, { retry_after: RETRY_AFTER });
    all += 1;
    byNetwork.set(network, own + 1);
    try {
      return await work();
    } finally {
      all -= 1;
      const left = (byNetwork.get(network) ?? 1) - 1;
      if (left > 0) byNetwork.set(network, left);
      else byNetwork.delete(network);
    }
  };
}
