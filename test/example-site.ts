import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Builds the example site, which the office serves as it is built; takes a second. */
export async function buildExampleSite(): Promise<void> {
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build'], { cwd: path.join(ROOT, 'example-site') });
}
