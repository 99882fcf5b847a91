/** Prints the size of the JavaScript of the first list, today and with every screen of the specification. */
import { globSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { screensToCome } from '../screens-to-come.ts';

const KB = 1024;
const LIMIT = 230 * KB;
const ALL_SCREENS = 32;
/** Bytes that a further screen may add to every visit: its path, title, access and place in the menu. */
const SCREEN_ALLOWANCE = 0.25 * KB;
const FIRST_LIST = '/features/commissions/web/levels/instructors-screen.tsx';
const LATER = '/node_modules/zod/';

const present = globSync('features/**/web/screens.tsx')
  .map((file) => readFileSync(file, 'utf8').split('component: ').length - 1)
  .reduce((sum, count) => sum + count, 0);
const missing = Math.max(ALL_SCREENS - present, 0);

const today = await firstList(0);
for (const { name, bytes } of today.chunks) console.log(line(bytes, name));
console.log(line(today.bytes, `JavaScript of the first list with ${present} screens, gzipped`));
if (today.modules.some((id) => id.includes(LATER)))
  fail(`${LATER} is in the first list; load it with what needs it`);

const whole = missing > 0 ? await firstList(missing) : today;
const growth = missing > 0 ? (whole.bytes - today.bytes) / missing : 0;
console.log(line(whole.bytes, `with ${present + missing} screens; at most ${LIMIT / KB} KB`));
console.log(line(growth, `for each further screen; at most ${SCREEN_ALLOWANCE / KB} KB`));
if (whole.bytes > LIMIT) fail('The first list is too heavy');
if (growth > SCREEN_ALLOWANCE) fail('A screen adds too much to every visit');
if (missing > 0 && growth <= 0) fail('The screens to come were not added, so nothing is known of them');

async function firstList(copies: number) {
  const built = (await build({
    configFile: 'vite.config.ts',
    logLevel: 'error',
    build: { write: false },
    plugins: copies > 0 ? [screensToCome(copies)] : [],
  })) as Rolldown.RolldownOutput;
  const all = built.output.filter((file) => file.type === 'chunk');
  const start = all.filter(({ isEntry, facadeModuleId }) => isEntry || facadeModuleId?.endsWith(FIRST_LIST));
  if (start.length !== 2)
    throw new Error(`${FIRST_LIST} has no chunk of its own: is it still loaded lazily?`);
  const names = new Set(start.map(({ fileName }) => fileName));
  // A set that grows while it is walked: what an import imports comes along.
  for (const name of names)
    for (const next of all.find(({ fileName }) => fileName === name)?.imports ?? []) names.add(next);
  const chunks = all
    .filter(({ fileName }) => names.has(fileName))
    .map(({ fileName: name, code, moduleIds }) => ({
      name,
      moduleIds,
      bytes: gzipSync(code, { level: 9 }).length,
    }))
    .toSorted((a, b) => b.bytes - a.bytes);
  return {
    chunks,
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
    bytes: chunks.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}

function line(bytes: number, text: string): string {
  return `${(bytes / KB).toFixed(2).padStart(8)} KB  ${text}`;
}
