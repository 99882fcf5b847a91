import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const WEB = [
  'core/**/*.ts',
  'features/**/*',
  'web/**/*',
  'package-lock.json',
  'vite.config.ts',
  'cli/contract-tables.ts',
  'cli/verify-draw.mjs',
];
const EXAMPLE_SITE = ['example-site/**/*.{ts,tsx,css,js}', 'clients/site/*.ts', 'package-lock.json'];

process.chdir(dirname(import.meta.dirname));
if (!process.argv.includes('--example-site'))
  await buildIfStale('The web app', 'vite.config.ts', 'dist/web', WEB);
await buildIfStale('The example site', 'example-site/vite.config.ts', 'example-site/dist', EXAMPLE_SITE);

async function buildIfStale(name: string, configFile: string, folder: string, inputs: readonly string[]) {
  const stamp = `${folder}/.hash`;
  // Taken before the build, so that a file saved while it runs makes the next start build again.
  const hash = hashOf(inputs);
  const stale = !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash;
  if (!stale && !process.argv.includes('--force')) return;
  // A production install that ships what is built has no vite, and needs none.
  const { build } = await import('vite');
  await build({ configFile, logLevel: 'warn' });
  writeFileSync(stamp, hash);
  console.log(`${name} is built.`);
}

function hashOf(inputs: readonly string[]): string {
  const sum = createHash('sha256');
  const entries = globSync(inputs, { exclude: ['example-site/dist/**'], withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
  for (const path of paths.filter((name) => !/\.(?:test|spec)\.tsx?$/.test(name)).toSorted())
    sum.update(path).update('\0').update(readFileSync(path)).update('\0');
  return sum.digest('hex');
}
