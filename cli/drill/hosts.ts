/** Hosts of the drill, each a network namespace on one bridge: processes in it can be killed, frozen and cut off. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { command } from './namespace.ts';
import { DEBIAN, DRILL_ROOT } from './parts.ts';

const BRIDGE = 'drill0';
const NETWORK = '10.77.0';

const OWN_ADDRESS = `${NETWORK}.1`;

const LOGS = path.join(DRILL_ROOT, 'logs');

export function makeBridge(): void {
  command('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
  command('ip', 'addr', 'add', `${OWN_ADDRESS}/24`, 'dev', BRIDGE);
  command('ip', 'link', 'set', BRIDGE, 'up');
}

export type Host = {
  name: string;
  address: string;
  /** Starts a program of the Debian as `user`; what it says is in a log by the host's name. */
  start(user: string, program: string, ...args: string[]): ChildProcess;
  /** Sends a signal to all of its processes, or to those whose command has these words. */
  signal(signal: NodeJS.Signals, words?: string): void;
  /** Takes its cable out, or puts it back. */
  plug(isIn: boolean): void;
};

export function makeHost(name: string, number: number): Host {
  const address = `${NETWORK}.${number}`;
  const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
  const pid = holder.pid ?? 0;
  const own = readlinkSync('/proc/self/ns/net');
  const network = () => readlinkSync(`/proc/${pid}/ns/net`);
  while (network() === own) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  const cable = `cable${number}`;
  command('ip', 'link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid));
  command('ip', 'link', 'set', cable, 'master', BRIDGE, 'up');
  const inside = (...args: string[]) => command('nsenter', '-t', String(pid), '-n', 'ip', ...args);
  inside('addr', 'add', `${address}/24`, 'dev', 'eth0');
  inside('link', 'set', 'eth0', 'up');
  inside('link', 'set', 'lo', 'up');
  return {
    name,
    address,
    start: (user, program, ...args) =>
      startInDebian(name, ['nsenter', '-t', String(pid), '-n'], user, [program, ...args]),
    signal: (signal, words = '') => {
      for (const each of processesIn(network()))
        if (each !== pid && commandOf(each).includes(words)) signalIfThere(each, signal);
    },
    plug: (isIn) => void command('ip', 'link', 'set', cable, isIn ? 'up' : 'down'),
  };
}

export function startHere(name: string, user: string, ...args: string[]): ChildProcess {
  return startInDebian(name, [], user, args);
}

export function openLogFile(name: string): number {
  mkdirSync(LOGS, { recursive: true });
  return openSync(path.join(LOGS, `${name}.log`), 'a');
}

function startInDebian(
  name: string,
  entering: readonly string[],
  user: string,
  args: readonly string[],
): ChildProcess {
  const log = openLogFile(name);
  const [first = '', ...rest] = [...entering, 'chroot', `--userspec=${user}:${user}`, DEBIAN, ...args];
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', HOME: '/tmp' };
  const child = spawn(first, rest, { stdio: ['ignore', log, log], env });
  closeSync(log);
  return child;
}

/** A process that ends with the one before it needs no signal any more. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns process ids; those that end meanwhile have no network any more. */
function processesIn(network: string): number[] {
  return readdirSync('/proc')
    .filter((name) => Number(name) > 0)
    .filter((name) => {
      try {
        return readlinkSync(`/proc/${name}/ns/net`) === network;
      } catch {
        return false;
      }
    })
    .map(Number);
}
