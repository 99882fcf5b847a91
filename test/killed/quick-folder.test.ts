import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeQuickFolder } from '../quick-folder.ts';

test.skipIf(!existsSync('/dev/shm'))(
  'what a killed run has left in memory goes with the next run, and nothing of one under way',
  async () => {
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    const left = await mkdtemp(`/dev/shm/provost-test-${gone}-`);
    const kept = await mkdtemp(`/dev/shm/provost-test-${process.ppid}-`);
    const { remove } = await makeQuickFolder();
    expect([existsSync(left), existsSync(kept)]).toEqual([false, true]);
    await Promise.all([remove(), rm(kept, { recursive: true })]);
  },
);
