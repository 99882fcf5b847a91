/** Runs one test file many times to see whether it is shaky: `npm run test:again -- FILE 20 --busy`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { aloneFiles } from './alone.ts';
import { lockMachine } from './machine-lock.ts';

const VITEST = 'node_modules/vitest/vitest.mjs';
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';
const SPINNING_PER_CORE = 2;

const isBusy = process.argv.includes('--busy');
const [file = '', times = '20'] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const spinning: ChildProcess[] = [];
const end = () => spinning.forEach((child) => void child.kill('SIGKILL'));

readFileSync(file);
process.once('exit', await lockMachine());
process.once('exit', end);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
if (isBusy)
  for (let at = 0; at < availableParallelism() * SPINNING_PER_CORE; at++)
    spinning.push(spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }));

let failed = 0;
for (let run = 1; run <= Number(times); run++) {
  const begun = performance.now();
  const child = spawn(process.execPath, command(), { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${run} of ${times}: ${status === 0 ? 'passed' : 'failed'} after ${seconds} s`);
  if (status !== 0) {
    failed++;
    console.log(said);
  }
}
console.log(`\n${Number(times) - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function command(): string[] {
  if (file.endsWith('.spec.ts')) return [PLAYWRIGHT, 'test', file, '--workers=1'];
  const isUnit = /^(?:core|web|example-site)\/|^features\/(?!.*\/server\/)/.test(file);
  const project = isUnit ? 'unit' : aloneFiles().includes(file) ? 'alone' : 'http';
  return [VITEST, 'run', '--project', project, file, '--maxWorkers=1'];
}
