import { existsSync, globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

const SOURCES = '{core,features,server,web,cli,test}/**/*.{ts,tsx,mjs,css,sql}';
const SPECIFICATION = 'docs/specification.md';

/** Comments that name a heading, document or path which is not there, and such paths of the page itself. */
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
  const onPage = [...specification.matchAll(/`([a-z]+\/[^`*]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !exists(path))
    .map((path) => `${SPECIFICATION}: there is no ${path}`);
  return [...inComments, ...onPage];
}

/** Comments as running text: a line break inside one is a space, and line comments below each other are one. */
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

/** The comments of SQL and of style sheets. */
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
  for (const line of broken) console.error(line);
  console.log(`${files.length} files, ${broken.length} broken references`);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
