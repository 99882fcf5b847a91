/** Log of database outages: a line at the beginning, one a minute, one at the end; all others are counted in those, so that they stay few. */
import { isOutage } from './db/outages.ts';

/** Milliseconds between two lines of a lasting outage. */
const LINE_INTERVAL_MS = 60_000;

const PROBE_INTERVAL_MS = 1_000;

/** Milliseconds without a failure until it is over: an intermittent outage is one, not dozens. */
const RECOVERY_MS = 5_000;

type Fields = { err?: unknown; req?: unknown; res?: { statusCode?: number }; postgres?: unknown };

type Outage = {
  begun: number;
  failed: number;
  told: number;
  /** The moment the database answered again, if nothing failed since. */
  answered?: number | undefined;
  probing: boolean;
  held: Record<string, number>;
  /** Lines of the embedded PostgreSQL so far: repeats are counted. */
  said: Set<string>;
  ticks: NodeJS.Timeout;
};

export type OutageLog = ReturnType<typeof outageLog>;

/** Suppresses nothing before `watch`: without a probe an outage could not end. */
export function outageLog(tell: (fields: object, message: string) => void) {
  let probe: (() => Promise<unknown>) | undefined;
  let outage: Outage | undefined;
  let isTelling = false;
  // Of requests that came in during an outage, by their log: written late where they are answered all the same.
  const arrivals = new WeakMap<object, () => void>();

  return { holds, watch, isUnderWay: () => outage !== undefined };

  /** `probe` resolves once the database answers. Returns the end of the watch, which reports held lines. */
  function watch(by: () => Promise<unknown>): () => void {
    probe = by;
    return () => {
      probe = undefined;
      end('the database was still away when the process was told to end');
    };
  }

  /** True where a line is only counted; `write` writes it later, for the log `by` of one request. */
  function holds(by: object, args: readonly unknown[], write: () => void): boolean {
    if (!probe || isTelling) return false;
    const [first, second] = args;
    const fields: Fields = first instanceof Error ? { err: first } : ((first ?? {}) as Fields);
    const message = [first, second].find((each) => typeof each === 'string') ?? '';
    if (isOutage(fields.err)) return fails(fields.err, message);
    if (!outage || typeof fields !== 'object') return false;
    if (fields.req && message === 'incoming request') {
      arrivals.set(by, write);
      return true;
    }
    if (fields.res?.statusCode === 503) return count(outage, message);
    if (fields.res) arrivals.get(by)?.();
    if (!fields.postgres) return false;
    if (outage.said.has(message)) return count(outage, message);
    outage.said.add(message);
    return false;
  }

  function fails(err: unknown, message: string): true {
    const now = performance.now();
    if (!outage) {
      const ticks = setInterval(tick, PROBE_INTERVAL_MS).unref();
      outage = { begun: now, failed: now, told: now, probing: false, held: {}, said: new Set(), ticks };
      say(
        { err },
        'the database does not answer: from here on a line a minute tells how many were held back',
      );
    }
    outage.failed = now;
    outage.answered = undefined;
    return count(outage, message);
  }

  function tick(): void {
    if (!outage) return;
    const now = performance.now();
    if (outage.answered !== undefined && now - outage.failed >= RECOVERY_MS)
      return end('the database answers again');
    if (now - outage.told >= LINE_INTERVAL_MS) {
      outage.told = now;
      say(figures(outage, now), 'the database is still away');
      outage.held = {};
    }
    void look(outage);
  }

  async function look(at: Outage): Promise<void> {
    if (at.probing || !probe) return;
    at.probing = true;
    const begun = performance.now();
    const answered = await probe().then(
      () => true,
      () => false,
    );
    at.probing = false;
    if (!answered) {
      at.failed = performance.now();
      at.answered = undefined;
    } else if (begun >= at.failed) at.answered ??= performance.now();
  }

  function end(message: string): void {
    if (!outage) return;
    clearInterval(outage.ticks);
    const over = outage;
    outage = undefined;
    say(figures(over, over.answered ?? performance.now()), message);
  }

  function say(fields: object, message: string): void {
    isTelling = true;
    try {
      tell(fields, message);
    } finally {
      isTelling = false;
    }
  }
}

/** Returns the seconds since the beginning and the lines held since the last report. */
function figures({ begun, held }: Outage, until: number) {
  return { seconds: Math.round((until - begun) / 100) / 10, held };
}

function count({ held }: Outage, message: string): true {
  held[message] = (held[message] ?? 0) + 1;
  return true;
}
