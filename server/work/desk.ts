/** Work that waits in a table, taken up by whichever process has room for it. */
import type { Database } from '../db/client.ts';
import type { Platform } from '../platform.ts';

type Open = { busy: number; closed: boolean; ends: Set<() => void>; underWay: Set<Promise<void>> };

type Work<Row> = {
  /** What the log calls what waits. */
  called: string;
  /** How much one process has under way at a time. */
  most: number;
  /** The next that nobody else has. */
  claim: (platform: Platform) => Promise<Row | undefined>;
  /** Never throws; breaks off where `ending` says so: with the process, or by what `ending` is aborted for. */
  work: (platform: Platform, row: Row, ending: AbortController) => Promise<void>;
};

/** `run` takes up as much as there is room for, which goes on by itself, and the next after it; `end` lets go of it all. */
export function deskFor<Row>({ called, most, claim, work }: Work<Row>) {
  const desks = new WeakMap<Database, Open>();
  const deskOf = ({ database }: Platform): Open => {
    const known = desks.get(database) ?? { busy: 0, closed: false, ends: new Set(), underWay: new Set() };
    desks.set(database, known);
    return known;
  };

  async function workOff(platform: Platform, desk: Open, row: Row): Promise<void> {
    const ending = new AbortController();
    const end = () => ending.abort(ENDING);
    desk.ends.add(end);
    await work(platform, row, ending).finally(() => desk.ends.delete(end));
  }

  async function run(platform: Platform): Promise<void> {
    const desk = deskOf(platform);
    while (!desk.closed && desk.busy < most) {
      desk.busy++;
      const row = await claim(platform).catch((error: unknown) => {
        desk.busy--;
        throw error;
      });
      if (!row) {
        desk.busy--;
        return;
      }
      const done = workOff(platform, desk, row).finally(() => {
        desk.busy--;
        desk.underWay.delete(done);
        run(platform).catch((err: unknown) => platform.log.warn({ err }, `${called} wait for a pass`));
      });
      desk.underWay.add(done);
    }
  }

  async function end(platform: Platform): Promise<void> {
    const desk = deskOf(platform);
    desk.closed = true;
    for (const letGo of desk.ends) letGo();
    await Promise.all(desk.underWay);
  }

  return { run, end };
}

/** Why work breaks off with its process, so that another one goes on at once. */
export const ENDING = 'ending';
