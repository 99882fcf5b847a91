/** Refuses regexes that a stranger's text can hold the process with (docs/decisions/025-linear-time.md). */
import { globSync, readFileSync } from 'node:fs';
import { type NewExpression, parseSync, Visitor } from 'oxc-parser';
import { checkSync } from 'recheck';

const SOURCES = '{core,features,server,web,cli,clients}/**/*.{ts,tsx,mjs}';
const TESTS = /\.(?:test|spec)\.tsx?$/;

/** Milliseconds for one expression; one that takes longer to judge is refused as well. */
const CHECK_TIMEOUT_MS = 60_000;

// The same verdict everywhere, without a binary of the machine's own.
process.env.RECHECK_BACKEND = 'pure';
process.env.RECHECK_SYNC_BACKEND = 'pure';

export function superlinear(files: Map<string, string>): string[] {
  return [...files].flatMap(([path, source]) =>
    expressionsOf(path, source).flatMap(({ line, text, pattern, flags }) => {
      const reason = pattern === null ? 'is put together at run time' : whyNotLinear(pattern, flags);
      return reason ? [`${path}:${line} ${text}: ${reason}`] : [];
    }),
  );
}

/** Returns null where the expression is proved linear; a checker that merely found no attack is no proof. */
export function whyNotLinear(pattern: string, flags: string): string | null {
  const known = reasons.get(`/${pattern}/${flags}`);
  if (known !== undefined) return known;
  const verdict = checkSync(pattern, flags, { checker: 'automaton', timeout: CHECK_TIMEOUT_MS });
  const reason =
    verdict.status === 'safe'
      ? null
      : verdict.status === 'vulnerable'
        ? `${verdict.complexity.summary}, as by ${verdict.attack.pattern.slice(0, 120)}`
        : `cannot be proved linear (${verdict.error.kind})`;
  reasons.set(`/${pattern}/${flags}`, reason);
  return reason;
}

const reasons = new Map<string, string | null>();

type Expression = { line: number; text: string; pattern: string | null; flags: string };

function expressionsOf(path: string, source: string): Expression[] {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const found: Expression[] = [];
  const add = ({ start, end }: { start: number; end: number }, pattern: string | null, flags: string) =>
    found.push({
      line: source.slice(0, start).split('\n').length,
      text: source.slice(start, end),
      pattern,
      flags,
    });
  const made = (node: Pick<NewExpression, 'callee' | 'arguments' | 'start' | 'end'>) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
    const [pattern, flags] = node.arguments;
    // One that stands there as a literal is found as that.
    if (pattern?.type === 'Literal' && 'regex' in pattern) return;
    const isFixed = pattern?.type === 'Literal' && typeof pattern.value === 'string';
    const given = flags?.type === 'Literal' ? String(flags.value) : '';
    add(node, isFixed ? String(pattern.value) : null, given);
  };
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) add(node, node.regex.pattern, node.regex.flags);
    },
    NewExpression: made,
    CallExpression: made,
  }).visit(program);
  return found;
}

if (import.meta.main) {
  const paths = globSync(SOURCES)
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !TESTS.test(path));
  const lines = superlinear(new Map(paths.map((path) => [path, readFileSync(path, 'utf8')])));
  for (const line of lines) console.error(line);
  console.log(`${paths.length} files, ${lines.length} refused expressions`);
  process.exitCode = lines.length > 0 ? 1 : 0;
}
