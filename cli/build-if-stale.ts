import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const STAMP = 'dist/web/.hash';
const INPUTS = [
  'core/**/*.ts',
  'features/**/*',
  'web/**/*',
  'package-lock.json',
  'vite.config.ts',
  'cli/contract-tables.ts',
  'cli/verify-draw.mjs',
];

process.chdir(dirname(import.meta.dirname));
// Taken before the build, so that a file saved while it runs makes the next start build again.
const hash = hashOfInputs();
const stale = !existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== hash;
if (stale || process.argv.includes('--force')) {
  // A production install that ships dist/web has no vite, and needs none.
  const { build } = await import('vite');
  await build({ configFile: 'vite.config.ts', logLevel: 'warn' });
  writeFileSync(STAMP, hash);
  console.log('The web app is built.');
}

function hashOfInputs(): string {
  const sum = createHash('sha256');
  const entries = globSync(INPUTS, { withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
  for (const path of paths.filter((name) => !/\.(?:test|spec)\.tsx?$/.test(name)).toSorted())
    sum.update(path).update('\0').update(readFileSync(path)).update('\0');
  return sum.digest('hex');
}
