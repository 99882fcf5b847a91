import { setTimeout as wait } from 'node:timers/promises';
import { Presets, SingleBar } from 'cli-progress';
import { runImports } from '../../features/imports/server/runs.ts';
import type { Context } from '../../server/context.ts';

const POLL_INTERVAL_MS = 200;

/** Returns once it is over, or waits for somebody; draws its progress. */
export async function workOff(
  { platform }: Context,
  read: () => Promise<{ state: string; rows: number; total: number | null }>,
): Promise<void> {
  // Without a terminal the bar draws nothing, so that a log holds the result alone.
  const bar = new SingleBar({ format: '{bar} {percentage} %  {duration_formatted}' }, Presets.shades_classic);
  bar.start(1, 0);
  try {
    for (;;) {
      const { state, rows, total } = await read();
      if (total) {
        bar.setTotal(total);
        bar.update(state === 'running' ? rows : total);
      }
      if (state !== 'checking' && state !== 'running') return;
      await runImports(platform);
      await wait(POLL_INTERVAL_MS);
    }
  } finally {
    bar.stop();
  }
}
