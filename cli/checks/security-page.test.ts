import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PAGE = 'docs/security.md';
const text = readFileSync(PAGE, 'utf8');

/** Requirements of levels 1 and 2 in each chapter of ASVS 5.0.0. */
const REQUIREMENTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

const rows = Array.from(
  text.matchAll(/^\| (\d+)\.(\d+)\.(\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| (.+) \|$/gm),
  ([, chapter = '', section = '', number = '', level, asks = '', state = '', shown = '']) => ({
    id: `${chapter}.${section}.${number}`,
    chapter: Number(chapter),
    level,
    asks,
    state,
    shown,
  }),
);

/** A link into the sources or to another page, a path, or a part of this page. */
const NAMES_SOMETHING = /\]\(\.\.?\/|\]\([a-z]+\.md\)|`[a-z]+\/[^`]+`| below/;

test('each requirement of levels 1 and 2 has one line', () => {
  expect(REQUIREMENTS.map((_, n) => rows.filter(({ chapter }) => chapter === n + 1).length)).toEqual(
    REQUIREMENTS,
  );
  expect(new Set(rows.map(({ id }) => id)).size).toBe(253);
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
  expect(rows.filter(({ level }) => level === '2')).toHaveLength(183);
});

test('each line says in a few words what is asked, whether it holds, and what shows it or stands in its way', () => {
  for (const { id, asks, state, shown } of rows) {
    expect(asks.split(' ').length, id).toBeLessThanOrEqual(12);
    expect(['holds', 'does not apply', 'open'], id).toContain(state);
    expect(shown, id).toMatch(state === 'holds' ? NAMES_SOMETHING : /\.$/);
  }
});

test('what is open is told once more, by how dangerous it is, and nothing else', () => {
  const summary = text.slice(text.indexOf('## What is open'));
  const told = Array.from(summary.matchAll(/^\| (\d[\d., ]+) \|/gm), ([, ids = '']) =>
    ids.split(', '),
  ).flat();
  const open = rows.filter(({ state }) => state === 'open').map(({ id }) => id);
  expect(told.toSorted()).toEqual(open.toSorted());
});

test('each file that is named is there, and each test that is quoted stands in its file', () => {
  expect(faultsOf(text)).toEqual([]);
  const names = '“is HS256”, “no such test”';
  expect(
    faultsOf(`[a](../server/http/session.test.ts) ${names}, [b](../server/gone.ts), \`cli/gone.ts\``),
  ).toEqual([
    'server/http/session.test.ts has no test “is HS256”',
    'server/http/session.test.ts has no test “no such test”',
    'there is no server/gone.ts',
    'there is no cli/gone.ts',
  ]);
});

test('each key that is derived stands on the page', () => {
  const keys = readFileSync('server/keys.ts', 'utf8');
  const purposes = Array.from(keys.matchAll(/deriveKey\(secret, '([^']+)'\)/g), ([, purpose]) => purpose);
  expect(purposes.length).toBeGreaterThan(4);
  for (const purpose of purposes) expect(text).toContain(`\`${purpose}\``);
});

test('nothing is hashed or signed by anything but what the page names', () => {
  const used = sourcesOf('{core,server,features,cli}/**/*.{ts,mjs}').flatMap(([, source]) =>
    Array.from(
      source.matchAll(
        /\b(?:createHash|createHmac|createCipheriv|createDecipheriv|hkdfSync|hash)\('([^']+)'/g,
      ),
      ([, algorithm]) => algorithm,
    ),
  );
  expect(new Set(used)).toEqual(new Set(['sha256', 'aes-256-gcm']));
});

test('every field of a password hides it, and lets managers of passwords fill it', () => {
  const sources = sourcesOf('{web,features}/**/*.tsx');
  const fields = sources.flatMap(([path, source]) =>
    Array.from(source.matchAll(/<Password(?:Field|Input)\b[^]*?\/>/g), ([field]) => ({ path, field })),
  );
  const made = fields.filter(({ path }) => path !== 'web/ui/form/password-field.tsx');
  expect(made.length).toBeGreaterThan(5);
  for (const { path, field } of made) {
    expect(field, path).toMatch(/^<PasswordField\b/);
    expect(field, path).toMatch(/autoComplete="(?:current|new)-password"/);
  }
  for (const [path, source] of sources) expect(source, path).not.toMatch(/onPaste|onBeforeInput/);
});

/** Returns what a text names that is not there: files, and tests quoted behind the link to theirs. */
function faultsOf(page: string): string[] {
  const ofTests = Array.from(page.matchAll(/\]\(\.\.\/([^)]+)\)((?:,? “[^”]+”)*)/g)).flatMap(
    ([, path = '', quoted = '']) => {
      if (!existsSync(path)) return [`there is no ${path}`];
      const names = Array.from(quoted.matchAll(/“([^”]+)”/g), ([, name = '']) => name);
      const source = names.length > 0 ? readFileSync(path, 'utf8') : '';
      return names
        .filter((name) => !["'", '"', '`'].some((quote) => source.includes(`${quote}${name}${quote}`)))
        .map((name) => `${path} has no test “${name}”`);
    },
  );
  const ofFiles = Array.from(page.matchAll(/`([a-z-]+\/[^`*{<\s]+)`/g), ([, path = '']) => path)
    .filter((path) => !existsSync(path))
    .map((path) => `there is no ${path}`);
  return [...ofTests, ...ofFiles];
}

function sourcesOf(pattern: string): (readonly [path: string, source: string])[] {
  return globSync(pattern)
    .filter((path) => !/\.(?:test|spec|cases)\.tsx?$/.test(path))
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(path, 'utf8')] as const);
}
