import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { cpuSecondsOf, isAlive, startOf } from './processes.ts';

test.runIf(existsSync('/proc/self/stat'))('counts what has ended below a process', () => {
  const before = cpuSecondsOf(process.pid) ?? Number.NaN;
  // A fifth of a second of work, however long the clock shows.
  const busy = 'while (process.cpuUsage().user + process.cpuUsage().system < 200_000);';
  execFileSync(process.execPath, ['-e', busy]);
  expect((cpuSecondsOf(process.pid) ?? Number.NaN) - before).toBeGreaterThanOrEqual(0.19);
});

test('tells a process that lives from one that never did', () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(isAlive(child.pid ?? 0)).toBe(true);
  expect(isAlive(2 ** 30)).toBe(false);
  expect(startOf(2 ** 30)).toBeNull();
});
