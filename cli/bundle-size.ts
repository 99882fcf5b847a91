import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

type Chunk = { file: string; isEntry?: boolean; imports?: string[] };

const LIMIT = 230 * 1024;
const FIRST_LIST = ['../features/commissions/web/instructors-screen.tsx'];
const DIST = 'dist/web';

const manifest = JSON.parse(readFileSync(`${DIST}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;
const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
const files = [...new Set([...entries, ...FIRST_LIST].flatMap((key) => [...closure(key)]))];
const rows = files.map((file) => ({
  file,
  bytes: gzipSync(readFileSync(`${DIST}/${file}`), { level: 9 }).length,
}));
const total = rows.reduce((sum, row) => sum + row.bytes, 0);

for (const { file, bytes } of rows.toSorted((a, b) => b.bytes - a.bytes)) console.log(line(bytes, file));
console.log(line(total, `JavaScript of the first list screen, gzipped; at most ${LIMIT / 1024} KB`));
if (total > LIMIT) process.exitCode = 1;

/** A chunk with everything that it imports statically: what the browser must have before it runs. */
function closure(key: string, seen = new Map<string, string>()): Iterable<string> {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the manifest of ${DIST}: is the screen still loaded lazily?`);
  if (seen.has(key)) return seen.values();
  seen.set(key, chunk.file);
  for (const next of chunk.imports ?? []) closure(next, seen);
  return seen.values();
}

function line(bytes: number, text: string): string {
  return `${(bytes / 1024).toFixed(1).padStart(7)} KB  ${text}`;
}
