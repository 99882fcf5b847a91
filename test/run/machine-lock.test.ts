import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockMachine } from './machine-lock.ts';

const LOCKER = new URL('./machine-lock.ts', import.meta.url);
const quiet = () => {};

function newLock(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'provost-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'lock');
}

/** Another process that takes the lock and keeps it until it is killed. */
async function holding(lock: string) {
  const script = `import { lockMachine } from ${JSON.stringify(LOCKER.href)};
    await lockMachine(console.error, ${JSON.stringify(lock)}); console.log('held'); setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  expect(said.toString()).toContain('held');
  return child;
}

test('is free again once it is let go', async () => {
  const lock = newLock();
  for (const _ of [1, 2]) {
    const letGo = await lockMachine(quiet, lock);
    expect(existsSync(lock)).toBe(true);
    letGo();
    expect(existsSync(lock)).toBe(false);
  }
});

test('waits for another run, says for whom, and goes on after its death', async () => {
  const lock = newLock();
  const child = await holding(lock);
  const said = Promise.withResolvers<string>();
  const taken = lockMachine(said.resolve, lock);
  expect(await said.promise).toContain(`in ${process.cwd()} (process ${child.pid})`);
  child.kill('SIGKILL');
  (await taken)();
  expect(existsSync(lock)).toBe(false);
});

test('is taken over from a process whose number has been given to another', async () => {
  const lock = newLock();
  writeFileSync(lock, JSON.stringify({ pid: process.pid, began: 'another moment', folder: '/elsewhere' }));
  const letGo = await lockMachine(quiet, lock);
  expect(readFileSync(lock, 'utf8')).toContain(process.cwd());
  letGo();
});
