/** Real parts of the drill: a Debian in a folder outside of the repository. Specification: Operations. */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

export const DRILL_ROOT = path.resolve(process.env.DRILL_ROOT ?? '/var/lib/provost-drill');

export const DEBIAN = path.join(DRILL_ROOT, 'root');

/** Release of Debian that all parts are of. */
export const SUITE = 'trixie';

const PACKAGES = [
  'postgresql-17',
  'patroni',
  'python3-etcd',
  'etcd-server',
  'etcd-client',
  'haproxy',
  'pgbouncer',
  'pgbackrest',
  'prometheus',
];

const PARTS = {
  'PostgreSQL 17': 'usr/lib/postgresql/17/bin/postgres',
  Patroni: 'usr/bin/patroni',
  etcd: 'usr/bin/etcd',
  etcdctl: 'usr/bin/etcdctl',
  HAProxy: 'usr/sbin/haproxy',
  PgBouncer: 'usr/sbin/pgbouncer',
  pgBackRest: 'usr/bin/pgbackrest',
  Prometheus: 'usr/bin/prometheus',
};

const TOOLS = ['unshare', 'nsenter', 'ip', 'chroot', 'mount'];

/** Returns what stands against a drill on this machine, a line each; none where it can run. */
export function missingParts(): string[] {
  if (process.platform !== 'linux') return ['Linux: the drill needs its namespaces'];
  if (process.getuid?.() !== 0) return ['root: the drill makes namespaces and enters a chroot'];
  const tools = TOOLS.filter((tool) => !isOnPath(tool)).map((tool) => `${tool}: is not installed`);
  const parts = Object.entries(PARTS)
    .filter(([, file]) => !existsSync(path.join(DEBIAN, file)))
    .map(([part]) => `${part}: is not in ${DEBIAN}`);
  return [...tools, ...(isOpenToOthers(DEBIAN) ? [`${DEBIAN}: somebody else may write there`] : parts)];
}

/** Makes the Debian with all parts, or adds what one that is there lacks; throws where a step fails. */
export async function prepareParts(): Promise<void> {
  if (!isOnPath('debootstrap')) throw new Error('debootstrap is not installed');
  if (!existsSync(path.join(DEBIAN, 'usr/bin/apt-get')))
    run('debootstrap', ['--variant=minbase', SUITE, DEBIAN]);
  // What is installed is started by the drill alone, and there is no cluster but its own.
  await writeFile(path.join(DEBIAN, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  await mkdir(path.join(DEBIAN, 'etc/postgresql-common'), { recursive: true });
  await writeFile(
    path.join(DEBIAN, 'etc/postgresql-common/createcluster.conf'),
    'create_main_cluster = false\n',
  );
  run('chroot', [DEBIAN, 'apt-get', 'update', '-qq']);
  const quietly = ['-y', '-qq', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold'];
  run('chroot', [DEBIAN, 'apt-get', 'install', ...quietly, ...PACKAGES]);
}

/** True where another user than root might have put a program of theirs, which the drill would run as root. */
function isOpenToOthers(folder: string): boolean {
  if (!existsSync(folder)) return false;
  return [folder, DRILL_ROOT].some((one) => {
    const { uid, mode } = lstatSync(one);
    return uid !== 0 || (mode & 0o022) !== 0;
  });
}

function isOnPath(command: string): boolean {
  return findOnPath(command) !== undefined;
}

/** Returns the path of a program, also of those that only root has on its own. */
export function findOnPath(command: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => path.join(folder, command)).find((file) => existsSync(file));
}

function run(command: string, args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}
