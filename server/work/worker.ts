/** Work that waits in a table, done by whichever process has room for it. */
import type { Database } from '../db/client.ts';
import type { Platform } from '../platform.ts';
import { beginTrace, runTraced } from '../trace/trace.ts';

type Open = { busy: number; closed: boolean; ends: Set<() => void>; underWay: Set<Promise<void>> };

type Work<Row> = {
  called: string;
  /** Limit of runs at a time in one process. */
  most: number;
  take: (platform: Platform) => Promise<Row | undefined>;
  /** Never throws; breaks off where `ending` says so: with the process, or by what `ending` is aborted for. */
  work: (platform: Platform, row: Row, ending: AbortController) => Promise<void>;
  traceOf?: (row: Row) => string | null;
};

/** `run` takes as much as there is room for, which goes on by itself, and the next after it; `end` lets go of it all. */
export function workerOf<Row>({ called, most, take, work, traceOf }: Work<Row>) {
  const workers = new WeakMap<Database, Open>();
  const workerOn = ({ database }: Platform): Open => {
    const known = workers.get(database) ?? { busy: 0, closed: false, ends: new Set(), underWay: new Set() };
    workers.set(database, known);
    return known;
  };

  async function workOff(platform: Platform, worker: Open, row: Row): Promise<void> {
    const ending = new AbortController();
    const end = () => ending.abort(ENDING);
    worker.ends.add(end);
    // Of the request that asked for it, and never of the one that happened to make room.
    const trace = beginTrace(traceOf?.(row) ?? undefined);
    await runTraced(trace, () => work(platform, row, ending)).finally(() => worker.ends.delete(end));
  }

  async function run(platform: Platform): Promise<void> {
    const worker = workerOn(platform);
    while (!worker.closed && worker.busy < most) {
      worker.busy++;
      const row = await take(platform).catch((error: unknown) => {
        worker.busy--;
        throw error;
      });
      if (!row) {
        worker.busy--;
        return;
      }
      const done = workOff(platform, worker, row).finally(() => {
        worker.busy--;
        worker.underWay.delete(done);
        run(platform).catch((err: unknown) => platform.log.warn({ err }, `${called} wait for a pass`));
      });
      worker.underWay.add(done);
    }
  }

  async function end(platform: Platform): Promise<void> {
    const worker = workerOn(platform);
    worker.closed = true;
    for (const letGo of worker.ends) letGo();
    await Promise.all(worker.underWay);
  }

  return { run, end };
}

/** Reason for an abort when the process ends, so that another one goes on at once. */
export const ENDING = 'ending';
