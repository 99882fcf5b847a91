/** Makes a release: npm run release -- VERSION --key FILE. Commits and tags version and changelog; its files go to dist/release. Nothing is sent. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readMigrations } from '../../server/db/versions/migrations.ts';
import { fail, UsageError } from '../platform.ts';
import { refuseVersion, released, upgradeNotes } from './changelog.ts';
import { packFolder, signFiles } from './pack.ts';

const OUT = 'dist/release';
const USAGE =
  'npm run release -- VERSION --key FILE: the private SSH key that signs, or the public one of an agent';

process.chdir(path.resolve(import.meta.dirname, '../..'));
try {
  const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true });
  const [version] = positionals;
  if (!version || positionals.length > 1 || !values.key) throw new UsageError(USAGE);
  if (!existsSync(values.key)) throw new UsageError(`--key: there is no ${values.key}`);
  await release(version, path.resolve(values.key));
} catch (error) {
  fail(error);
}

async function release(version: string, key: string): Promise<void> {
  const before = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
  const tag = `v${version}`;
  refuseVersion(version, before);
  if (git('status', '--porcelain')) throw new UsageError('There are changes that are not committed');
  if (git('tag', '--list', tag)) throw new UsageError(`There is a tag ${tag} already`);
  const changelog = released(
    readFileSync('CHANGELOG.md', 'utf8'),
    version,
    today(),
    await notesSince(before),
  );
  npm('version', version, '--no-git-tag-version');
  writeFileSync('CHANGELOG.md', changelog);
  git('add', 'package.json', 'package-lock.json', 'CHANGELOG.md');
  git('commit', '--quiet', '--message', `Release ${version}`);
  const files = writeFiles(`provost-${version}`);
  signFiles(files, key);
  // Last, so that a release that failed has no tag; its commit is taken back by hand.
  git('tag', '--annotate', tag, '--message', `Provost ${version}`);
  console.log(
    `${[...files, `${OUT}/SHA256SUMS`, `${OUT}/SHA256SUMS.sig`].join('\n')}\nTagged ${tag}. Push it, and publish these files.`,
  );
}

/** The migrations that the tag of the version before has not; all of them, where it has no tag. */
async function notesSince(before: string): Promise<string[]> {
  const migrations = await readMigrations();
  if (!git('tag', '--list', `v${before}`))
    return ['The first release: it makes its database by `npm run migrate`.'];
  const had = git('ls-tree', '-r', '--name-only', `v${before}`, 'server/db/migrations').split('\n');
  const names = new Set(had.map((file) => path.posix.basename(file, '.sql')));
  return upgradeNotes(migrations.filter(({ name }) => !names.has(name)));
}

function writeFiles(name: string): string[] {
  const folder = path.join(OUT, name);
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-x', '-C', folder], { input: bytesOf('git', 'archive', 'HEAD') });
  execFileSync('node', ['cli/build-if-stale.ts', '--force'], { stdio: 'inherit' });
  for (const built of ['dist/web', 'example-site/dist'])
    cpSync(built, path.join(folder, built), { recursive: true });
  const archive = `${OUT}/${name}.tar.gz`;
  packFolder(folder, archive, Number(git('log', '-1', '--format=%ct')));
  rmSync(folder, { recursive: true });
  const materials = `${OUT}/${name}.cdx.json`;
  const of = [
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--omit',
    'dev',
    '--package-lock-only',
  ];
  const bill = JSON.parse(npm('sbom', ...of)) as { metadata: { component: { name: string } } };
  // npm names the whole by its folder.
  bill.metadata.component.name = 'provost';
  writeFileSync(materials, `${JSON.stringify(bill, null, 2)}\n`);
  return [archive, materials];
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function git(...args: string[]): string {
  return bytesOf('git', ...args)
    .toString()
    .trim();
}

function npm(...args: string[]): string {
  return bytesOf('npm', ...args).toString();
}

function bytesOf(program: string, ...args: string[]): Buffer {
  return execFileSync(program, args, { maxBuffer: 1024 ** 3, stdio: ['ignore', 'pipe', 'inherit'] });
}
