/** The image of Provost, built from the lockfile without a network; the drill's servers run in it. Specification: Operations. */
import { cpSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { must } from '../../core/must.ts';
import { command } from './namespace.ts';
import { DRILL_ROOT, findOnPath } from './parts.ts';

const SOURCES = path.join(import.meta.dirname, '../..');

/** Folders that the image is built of: a small Debian, one with Node and npm, and the packages of the lockfile. */
const BASE = path.join(DRILL_ROOT, 'base');
const BUILDER = path.join(DRILL_ROOT, 'builder');
const NPM_CACHE = path.join(DRILL_ROOT, 'npm');

/** Folder of the code, and number of the user, as deploy/Containerfile says them. */
const HOME = '/opt/provost';
export const IMAGE_USER = 10_001;

const STORAGE = [
  `--root=${path.join(DRILL_ROOT, 'images/root')}`,
  `--runroot=${path.join(DRILL_ROOT, 'images/run')}`,
  '--storage-driver=vfs',
];

/** Documents and lists that the slim image of Debian leaves out as well. */
const NOT_IN_SLIM = [
  'var/cache/apt',
  'var/lib/apt/lists',
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
];

export type Image = {
  root: string;
  megabytes: number;
};

/** Returns what stands against building it on this machine; the servers run from the sources then. */
export function missingForImage(): string[] {
  const parts = {
    'the base of the image': BASE,
    'its builder': BUILDER,
    'the packages of the lockfile': NPM_CACHE,
  };
  return [
    ...(findOnPath('buildah') ? [] : ['buildah: is not installed']),
    ...Object.entries(parts)
      .filter(([, folder]) => !existsSync(folder))
      .map(([part, folder]) => `${part}: is not in ${folder}`),
  ];
}

/** Makes what the image is built of; needs the network, once for each lockfile. */
export function prepareImage(suite: string): void {
  if (!existsSync(BASE)) {
    const half = `${BASE}.half`;
    rmSync(half, { recursive: true, force: true });
    command('debootstrap', '--variant=minbase', suite, half);
    for (const folder of NOT_IN_SLIM) rmSync(path.join(half, folder), { recursive: true, force: true });
    command('mv', half, BASE);
  }
  rmSync(BUILDER, { recursive: true, force: true });
  const local = path.join(BUILDER, 'usr/local');
  const npm = path.resolve(realpathSync(must(findOnPath('npm'), 'npm')), '../..');
  mkdirSync(path.join(local, 'bin'), { recursive: true });
  cpSync(process.execPath, path.join(local, 'bin/node'), { dereference: true });
  cpSync(npm, path.join(local, 'lib/node_modules/npm'), { recursive: true });
  command('ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm'));
  cachePackages();
}

/** Fills the cache of npm from a copy of the lockfile, whose packages are not kept. */
function cachePackages(): void {
  const copy = path.join(DRILL_ROOT, 'packages');
  for (const file of [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'clients/site/package.json',
    'example-site/package.json',
  ])
    if (existsSync(path.join(SOURCES, file))) cpSync(path.join(SOURCES, file), path.join(copy, file));
  command('npm', 'ci', '--prefix', copy, '--ignore-scripts', '--cache', NPM_CACHE);
  rmSync(copy, { recursive: true });
}

/** Builds the image of the sources as they are, with nothing but the loopback there, and lays its files open. */
export function buildImage(): Image {
  // What runs the steps of a build refuses to have both versions of control groups.
  command('sh', '-c', 'umount /sys/fs/cgroup/unified 2>/dev/null || true');
  importRoot('base', BASE, 'scratch');
  importRoot('builder', BUILDER, 'localhost/base');
  const images = ['--build-arg', 'BUILDER=localhost/builder', '--build-arg', 'BASE=localhost/base'];
  const context = ['--build-context', `npm=${NPM_CACHE}`, '--tag', 'provost', SOURCES];
  const file = ['--file', path.join(SOURCES, 'deploy/Containerfile')];
  // npm opens thousands of its packages at once: as many files as this process may.
  const files = command('sh', '-c', 'ulimit -Hn').trim();
  const alone = ['--isolation=oci', '--format=docker', '--network=none'];
  if (Number(files) > 0) alone.push(`--ulimit=nofile=${files}:${files}`);
  buildah('build', ...alone, ...file, ...images, ...context);
  const container = buildah('from', '--pull-never', 'localhost/provost').trim();
  const root = buildah('mount', container).trim();
  const megabytes = Number(command('du', '-s', '-B1', '--apparent-size', root).split('\t')[0]) / 1e6;
  for (const folder of ['proc', 'dev']) command('mount', '--rbind', `/${folder}`, path.join(root, folder));
  return { root, megabytes };
}

/** Lets a server in the image see a folder of the machine at the same path. */
export function shareFolder({ root }: Image, folder: string): void {
  mkdirSync(path.join(root, folder), { recursive: true });
  command('mount', '--bind', folder, path.join(root, folder));
}

/** Returns the command that runs the product's `args` in the image, as its own user. */
export function inImage({ root }: Image, args: readonly string[]): [string, string[]] {
  const user = `--userspec=${IMAGE_USER}:${IMAGE_USER}`;
  const entering = `cd ${HOME} && exec node_modules/.bin/node "$@"`;
  return ['chroot', [user, root, 'sh', '-c', entering, 'node', ...args]];
}

function importRoot(name: string, folder: string, from: string): void {
  const file = path.join(DRILL_ROOT, `${name}.containerfile`);
  writeFileSync(file, `FROM ${from}\nENV PATH=/usr/local/bin:/usr/bin:/bin\nCOPY . /\n`);
  buildah('build', '--isolation', 'chroot', '--quiet', '--tag', name, '--file', file, folder);
}

function buildah(...args: string[]): string {
  return command('buildah', ...STORAGE, ...args);
}
