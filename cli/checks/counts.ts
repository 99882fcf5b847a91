/** Counts what may not grow: crowded folders, knots of features, duplicates, vague comments and names. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { NOUNS } from '../../features/nouns.ts';

const SOURCES = '{core,features,server,web,cli,clients,example-site}/**/*.{ts,tsx}';
const TEST = /\.(?:test|spec|cases)\.tsx?$/;
/** Demo files build on those of other features, in the order of server/db/demo. */
const DEMO = /\/demo(?:-[\w-]+)?(?:\.ts$|\/)/;
const GENERATED = /^(?:server\/db\/types\.ts|clients\/\w+\/(?:calls\.ts|dist\/.*))$/;
const CODE_FOLDERS = /^(?:core|features|server|web|cli|clients|example-site|test)\//;

const MOST_FILES_IN_A_FOLDER = 30;
const MOST_NEAR_DUPLICATES = 20;
const MOST_ALIKE_IN_SHAPE = 90;
const MOST_DOCBLOCKS_WITHOUT_A_SUBJECT = 0;
const LINES_OF_A_DUPLICATE = 8;
/** Percent of lines; a goal that is printed, and fails no run. */
const GOAL_FOR_COMMENTS = 5;

const KEYWORDS = new Set(
  'async await break case catch const continue default else export extends false finally for function if in instanceof let new null of return satisfies switch throw true try type typeof undefined while yield'.split(
    ' ',
  ),
);

const NO_SUBJECT =
  /^(?:What|Of|How|Where|Who|Whom|Whose|Which|Why|When|Whether|As|In|By|Those|That|So|It|Its|Their|They|And|Or|With|From|At|To|On|Whatever|Whoever|Somebody|Nobody|Beside|Until|After|Before|Here|There)\b/;

/** Names that say nothing by themselves: a feature may have one of each. */
const VAGUE_TYPE = /^(?:export )?(?:type|interface) (Asked|Given|Held|Values|Row)\b/gm;

export type Sources = ReadonlyMap<string, string>;

export function crowdedFolders(paths: readonly string[], most = MOST_FILES_IN_A_FOLDER): string[] {
  const code = paths.filter((path) => CODE_FOLDERS.test(path));
  return [...Map.groupBy(code, (path) => posix.dirname(path))]
    .filter(([, files]) => files.length > most)
    .map(([folder, files]) => `${folder} (${files.length})`);
}

export function docblocksWithoutSubject(sources: Sources): string[] {
  return [...sources].flatMap(([file, source]) =>
    docblocksOf(file, source)
      .filter((text) => NO_SUBJECT.test(text))
      .map((text) => `${file}: ${text.slice(0, 60)}`),
  );
}

export function knots(sources: Sources): string[][] {
  const imports = new Map<string, Set<string>>();
  for (const [file, source] of sources) {
    const from = featureOf(file);
    if (!from || DEMO.test(file)) continue;
    const known = imports.get(from) ?? new Set();
    imports.set(from, known);
    for (const path of relativeImportsOf(file, source)) {
      const to = featureOf(path);
      if (to && to !== from) known.add(to);
    }
  }
  const reached = new Map([...imports.keys()].map((feature) => [feature, reachableFrom(imports, feature)]));
  const tied = [...reached].filter(([feature, others]) => others.has(feature)).map(([feature]) => feature);
  const groups = Map.groupBy(tied, (feature) =>
    tied.filter((other) => other === feature || isTied(reached, feature, other)).join(' '),
  );
  return [...groups.values()];
}

/** Returns pairs of files that share a run of lines alike but for texts and numbers; comments and imports are ignored. */
export function nearDuplicates(
  sources: Sources,
  length = LINES_OF_A_DUPLICATE,
  compared = withoutValues,
): string[] {
  const places = new Map<string, Set<string>>();
  for (const [file, source] of sources) {
    const lines = codeLinesOf(source).map(compared);
    for (let at = 0; at + length <= lines.length; at++) {
      const some = lines.slice(at, at + length);
      // A list of words is no code that was written twice.
      if (some.filter((line) => /[(=]/.test(line)).length * 2 < length) continue;
      const run = some.join('\n');
      places.set(run, (places.get(run) ?? new Set()).add(file));
    }
  }
  const pairs = [...places.values()].flatMap((files) => pairsOf([...files]));
  return [...new Set(pairs)];
}

/** Returns pairs of files that share a run of lines alike but for names, texts and numbers; not contracts, which all have one shape. */
export function alikeInShape(sources: Sources, length = LINES_OF_A_DUPLICATE): string[] {
  const code = new Map([...sources].filter(([file]) => !file.endsWith('contract.ts')));
  return nearDuplicates(code, length, shapeOf);
}

export function vagueTypes(sources: Sources): string[] {
  const types = [...sources].flatMap(([file, source]) =>
    [...source.matchAll(VAGUE_TYPE)].map(([, name]) => ({ file, name: `${featureOf(file)}: ${name}` })),
  );
  return [...Map.groupBy(types, ({ name }) => name)]
    .filter(([name, found]) => found.length > 1 && !name.startsWith('undefined'))
    .map(([name, found]) => `${name} (${found.map(({ file }) => file).join(', ')})`);
}

/** Returns entities of the audit that no noun declares, also in SQL, where no type asks for one. */
export function entitiesWithoutNoun(sources: Sources, nouns: readonly string[]): string[] {
  return [...sources].flatMap(([file, source]) =>
    [...source.matchAll(/\bentity(?::| =) '(\w+)'/g)].flatMap(([, entity = '']) =>
      nouns.includes(entity) ? [] : [`${file}: ${entity}`],
    ),
  );
}

export function commentShare(sources: Sources): number {
  const lines = [...sources.values()].flatMap((source) => source.split('\n').filter((line) => line.trim()));
  return (lines.filter(isComment).length / Math.max(1, lines.length)) * 100;
}

function docblocksOf(file: string, source: string): string[] {
  return parseSync(file, source)
    .comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
    .map(({ value }) => value.replace(/^[*\s]+/, ''));
}

function featureOf(path: string): string | undefined {
  return /^features\/([^/]+)\//.exec(path)?.[1];
}

function relativeImportsOf(file: string, source: string): string[] {
  return [...source.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    posix.join(posix.dirname(file), path),
  );
}

function reachableFrom(imports: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const reached = new Set(imports.get(start));
  // A set that grows while it is walked.
  for (const feature of reached) for (const next of imports.get(feature) ?? []) reached.add(next);
  return reached;
}

function isTied(reached: ReadonlyMap<string, ReadonlySet<string>>, one: string, other: string): boolean {
  return Boolean(reached.get(one)?.has(other) && reached.get(other)?.has(one));
}

function codeLinesOf(source: string): string[] {
  return withoutImports(source.split('\n'))
    .filter((line) => /\w/.test(line) && !isComment(line))
    .map((line) => line.trim());
}

function withoutValues(line: string): string {
  return line.replaceAll(/'[^']*'|`[^`]*`|\b\d[\d_.]*/g, '0');
}

function shapeOf(line: string): string {
  return withoutValues(line).replaceAll(/[\w$]+/g, (word) => (KEYWORDS.has(word) ? word : 'x'));
}

function withoutImports(lines: readonly string[]): string[] {
  let isImport = false;
  return lines.filter((line) => {
    isImport ||= line.startsWith('import ');
    const isLeft = !isImport;
    if (line.endsWith(';')) isImport = false;
    return isLeft;
  });
}

function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*)/.test(line);
}

function pairsOf(files: readonly string[]): string[] {
  return files.flatMap((one, at) => files.slice(at + 1).map((other) => `${one} ~ ${other}`));
}

if (import.meta.main) {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
  const paths = tracked.split('\n').filter(Boolean);
  const sources: Sources = new Map(
    globSync(SOURCES)
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !TEST.test(path) && !GENERATED.test(path))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );
  const shows = process.argv.includes('--list');
  const counts: [what: string, found: string[], most: number][] = [
    [`folders of over ${MOST_FILES_IN_A_FOLDER} files`, crowdedFolders(paths), 0],
    ['knots of features', knots(sources).map((features) => features.join(', ')), 0],
    [
      `pairs of files that share ${LINES_OF_A_DUPLICATE} lines`,
      nearDuplicates(sources),
      MOST_NEAR_DUPLICATES,
    ],
    [
      `pairs of files with ${LINES_OF_A_DUPLICATE} lines of the same shape`,
      alikeInShape(sources),
      MOST_ALIKE_IN_SHAPE,
    ],
    ['vague names of several types of a feature', vagueTypes(sources), 0],
    ['entities without a noun', entitiesWithoutNoun(sources, Object.keys(NOUNS)), 0],
    ['docblocks without a subject', docblocksWithoutSubject(sources), MOST_DOCBLOCKS_WITHOUT_A_SUBJECT],
  ];
  for (const [what, found, most] of counts) {
    console.log(`${String(found.length).padStart(6)}  ${what}; at most ${most}`);
    if (shows || found.length > most) for (const line of found) console.log(`        ${line}`);
    if (found.length > most) process.exitCode = 1;
  }
  const share = commentShare(sources);
  const goal = share < GOAL_FOR_COMMENTS ? 'reached' : 'not reached';
  console.log(
    `${share.toFixed(1).padStart(6)}  percent of lines are comments; goal below ${GOAL_FOR_COMMENTS}: ${goal}`,
  );
}
