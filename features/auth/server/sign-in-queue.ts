import { refuse } from '../../../core/errors.ts';
import type { Call } from '../../../server/context.ts';
import { networkOf } from '../../../server/http/network.ts';

/** The most calls at once; one network cannot take all places. */
const LONGEST = { all: 100, network: 30 } as const;

/** Seconds in `Retry-After` where no place was free. */
const RETRY_AFTER_SECONDS = 2;

/** Runs the work of a sign-in; throws a 429 where too many are running. */
export const inTurn = turnsOf('Too many people are signing in. Try again in a moment.');

/** Returns a separate queue for one kind of call, so that it delays no other. */
export function turnsOf(refusal: string) {
  let all = 0;
  const byNetwork = new Map<string, number>();
  return async <Result>(context: Call, work: () => Promise<Result>): Promise<Result> => {
    const network = networkOf(context.address);
    const own = byNetwork.get(network) ?? 0;
    if (all >= LONGEST.all || own >= LONGEST.network)
      refuse(429, refusal, { retry_after: RETRY_AFTER_SECONDS });
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
