import { refuse } from '../../core/errors.ts';

type Bounds = {
  /** The most pieces at once. */
  atOnce: number;
  /** The most of them per key; less than `atOnce`, so that nobody takes all. */
  perKey: number;
  waiting: number;
  /** The most of them per key. */
  waitingPerKey: number;
};

type Line = { running: number; waiting: (() => void)[] };

/** Seconds in `Retry-After` of a refusal. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Returns a function that runs work for a key, such as an admin's id. Keys take turns; the pieces of one key
 * keep their order. Throws a 429 where the queue is full. `isWanted` tells whether another key waits for the
 * next slot.
 */
export function limiterByKey<Key>({ atOnce, perKey, waiting, waitingPerKey }: Bounds) {
  const lines = new Map<Key, Line>();
  let running = 0;
  let waits = 0;

  return Object.assign(run, { isWanted });

  async function run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (running < atOnce && line.running < perKey) begin(line);
    else await turn(line);
    try {
      return await work();
    } finally {
      running--;
      line.running--;
      lines.delete(key);
      if (line.running > 0 || line.waiting.length > 0) lines.set(key, line);
      next();
    }
  }

  function isWanted(): boolean {
    if (running < atOnce) return false;
    return [...lines.values()].some((line) => line.waiting.length > 0 && line.running < perKey);
  }

  function begin(line: Line): void {
    running++;
    line.running++;
  }

  function turn(line: Line): Promise<void> {
    if (line.waiting.length >= waitingPerKey) refuseBusy('You have too many pending jobs.');
    if (waits >= waiting) refuseBusy('Too many pending jobs.');
    waits++;
    return new Promise((resolve) => line.waiting.push(resolve));
  }

  function next(): void {
    if (running >= atOnce) return;
    for (const line of lines.values()) {
      if (line.running >= perKey) continue;
      const resume = line.waiting.shift();
      if (!resume) continue;
      waits--;
      begin(line);
      resume();
      return;
    }
  }
}

function refuseBusy(message: string): never {
  refuse(429, `${message} Try again in a moment.`, { retry_after: RETRY_AFTER_SECONDS });
}
