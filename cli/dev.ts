import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const vite = fileURLToPath(new URL('../../bin/vite.js', import.meta.resolve('vite')));
const children: ChildProcess[] = [start('--watch', 'server/main.ts'), start(vite)];
let ending = false;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
for (const child of children)
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0;
    end();
  });

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, args, { stdio: 'inherit' });
}

/** Ends the server gently: it stops its database when asked to. */
function end(): void {
  if (ending) return;
  ending = true;
  for (const child of children) child.kill('SIGTERM');
}
