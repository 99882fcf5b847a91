import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseSync } from 'oxc-parser';

const SOURCES = '{core,features,server,web,cli,clients,example-site,test}/**/*.{ts,tsx,mjs,css,sql}';
const SPECIFICATION = 'docs/specification.md';
const PAGES = ['docs/architecture.md', 'docs/debugging.md', 'docs/glossary.md', 'docs/testing.md'];
const DECISIONS = 'docs/decisions/[0-9]*.md';
const INDEX = 'docs/decisions/README.md';

/** Returns comments that name a heading, document or path that does not exist, and such paths on the page itself. */
export function brokenReferences(
  files: Map<string, string>,
  specification: string,
  exists: (path: string) => boolean,
): string[] {
  const headings = new Set([...specification.matchAll(/^###? (.+)$/gm)].map(([, heading]) => heading));
  const inComments = [...files].flatMap(([file, source]) =>
    commentsOf(file, source).flatMap((comment) => [
      ...partsNamed(comment)
        .filter((part) => !headings.has(part))
        .map((part) => `${file}: ${SPECIFICATION} has no heading "${part}"`),
      ...documentsNamed(comment)
        .filter((path) => !exists(path))
        .map((path) => `${file}: there is no ${path}`),
    ]),
  );
  return [...inComments, ...missingOnPage(SPECIFICATION, specification, exists)];
}

export function missingOnPage(page: string, text: string, exists: (path: string) => boolean): string[] {
  return [...text.matchAll(/`([a-z]+\/[^`*{<]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !exists(path))
    .map((path) => `${page}: there is no ${path}`);
}

/** Returns decisions that the index does not name by file and title. `decisions` is the text of each by its file name. */
export function missingInIndex(decisions: Map<string, string>, index: string): string[] {
  return [...decisions].flatMap(([file, text]) => {
    const title = text.split('\n', 1)[0]?.replace(/^# \d+[.:]? /, '') ?? '';
    return index.includes(`[${title}](${file})`) ? [] : [`${INDEX}: has no [${title}](${file})`];
  });
}

/** Returns comments as running text: a line break inside one is a space, and adjacent line comments are one. */
function commentsOf(file: string, source: string): string[] {
  const found = /\.(?:ts|tsx|mjs)$/.test(file)
    ? parseSync(file, source).comments.map(({ type, value }) => (type === 'Line' ? `//${value}\n` : value))
    : plainComments(source);
  const joined = found
    .join('\0')
    .replaceAll(/\n\0(?=\/\/|--)/g, '\n')
    .split('\0');
  return joined.map((comment) =>
    comment
      .split('\n')
      .map((line) => withoutMark(line.trim()))
      .join(' '),
  );
}

function plainComments(source: string): string[] {
  const blocks = source
    .split('/*')
    .slice(1)
    .map((rest) => rest.split('*/', 1)[0] ?? '');
  const lines = source.split('\n').filter((line) => line.includes('--'));
  return [...blocks, ...lines.map((line) => `${line.slice(line.indexOf('--'))}\n`)];
}

function withoutMark(line: string): string {
  const mark = ['*', '//', '--'].find((each) => line.startsWith(each) && !line.startsWith('*/'));
  return line.slice(mark?.length ?? 0).trim();
}

/** `Specification: Draws; Tickets.` names two. */
function partsNamed(comment: string): string[] {
  return [...comment.matchAll(/specification: ([^.)*]+)/gi)].flatMap(([, parts = '']) =>
    parts.split(';').map((part) => part.trim()),
  );
}

function documentsNamed(comment: string): string[] {
  const words = comment.match(/[\w/.-]+/g) ?? [];
  return words
    .map((word) => (word.endsWith('.') ? word.slice(0, -1) : word))
    .filter((word) => word.endsWith('.md'));
}

if (import.meta.main) {
  const files = globSync(SOURCES).map(
    (path) => [path.replaceAll('\\', '/'), readFileSync(path, 'utf8')] as const,
  );
  const broken = brokenReferences(new Map(files), readFileSync(SPECIFICATION, 'utf8'), existsSync);
  const decisions = globSync(DECISIONS).map((file) => [basename(file), readFileSync(file, 'utf8')] as const);
  broken.push(
    ...PAGES.flatMap((page) => missingOnPage(page, readFileSync(page, 'utf8'), existsSync)),
    ...missingInIndex(new Map(decisions), readFileSync(INDEX, 'utf8')),
  );
  for (const line of broken) console.error(line);
  console.log(`${files.length} files, ${broken.length} broken references`);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
