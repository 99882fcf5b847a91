/** A world of the drill's own: its processes, mounts and network end with it, and nothing outside sees them. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { DEBIAN } from './parts.ts';

const INSIDE = 'DRILL_INSIDE';

/** True in the process that `enterNamespace` has started. */
export const isInside = process.env[INSIDE] === '1';

export async function enterNamespace(): Promise<number> {
  const namespaces = ['--mount', '--net', '--pid', '--fork', '--mount-proc', '--kill-child'];
  // The shell is the first process there, and buries those whose parents were killed.
  const shell = ['sh', '-c', '"$@" & wait $!', 'sh', process.execPath, ...process.argv.slice(1)];
  const child = spawn('unshare', [...namespaces, ...shell], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill('SIGKILL'));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Mounts what the parts look for in their Debian; before the first network of a host, or Patroni never fails over. */
export function mountDebian(): void {
  const at = (folder: string) => path.join(DEBIAN, folder);
  command('mount', '-t', 'proc', 'proc', at('proc'));
  command('mount', '--rbind', '/sys', at('sys'));
  command('mount', '--rbind', '/dev', at('dev'));
  command('mount', '-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', at('dev/shm'));
  command('ip', 'link', 'set', 'lo', 'up');
}

/** Runs a command to its end and returns what it said; throws that where it fails. */
export function command(name: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(name, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} ${args.join(' ')}: ${error?.message ?? (stderr || stdout)}`);
  return stdout;
}
