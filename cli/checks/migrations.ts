/** Checks what a migration does to the version before it. docs/decisions/225-two-versions-meet.md */
import { headerOf, type Migration } from '../../server/db/versions/migrations.ts';

/** The first migration that has to say its kind: those before it are older than any release. */
const FIRST_WITH_KIND = '240';

/** Refusals of expansions: what one may not say, and what is done instead. */
const REFUSALS: readonly {
  says: RegExp | ((statement: string) => boolean);
  unless?: RegExp;
  /** True where nobody waits for, or reads, a table that the migration makes. */
  elsewhereOnly?: true;
  why: string;
}[] = [
  { says: /^drop\b|^alter\b.*\bdrop\b/, why: 'drops something: the version before may use it' },
  { says: /\brename\b/, why: 'renames something: the version before knows the old name' },
  { says: follow('alter column', ' type '), why: 'rewrites a column: add another one' },
  { says: /\bset not null\b/, elsewhereOnly: true, why: 'refuses what the version before writes' },
  {
    says: (statement) => follow('add column', 'not null')(statement) && !statement.includes(' default '),
    elsewhereOnly: true,
    why: 'adds a column that the version before does not fill: give it a default',
  },
  {
    says: /^create (?:unique )?index\b/,
    unless: /\bconcurrently\b/,
    elsewhereOnly: true,
    why: 'makes an index while writers wait: make it concurrently, in a migration of its own',
  },
  {
    says: (statement) => addsOneOf(statement, ['check', 'foreign key']),
    unless: /\bnot valid\b/,
    elsewhereOnly: true,
    why: 'looks at every row while writers wait: add it "not valid", and validate it in a contraction',
  },
  {
    says: (statement) => addsOneOf(statement, ['unique', 'primary key', 'exclude']),
    unless: /\busing index\b/,
    elsewhereOnly: true,
    why: 'makes an index while writers wait: make it concurrently first, and add it "using index"',
  },
  { says: /^(?:truncate|cluster|vacuum|lock)\b/, why: 'keeps everybody from a table' },
  { says: /^do\b/, why: 'does what this check cannot read' },
  { says: /^revoke\b/, elsewhereOnly: true, why: 'takes a right that the version before may use' },
  {
    says: (statement) =>
      statement.includes('add column') && /\b(?:generated|serial|bigserial)\b/.test(statement),
    elsewhereOnly: true,
    why: 'rewrites all rows of a table',
  },
  {
    says: /^(?:update|delete)\b/,
    unless: /\bwhere\b/,
    elsewhereOnly: true,
    why: 'rewrites all rows of a table',
  },
];

/** The one statement outside of a transaction; a second attempt finds the index, where the first was cut off after it. */
const CONCURRENTLY = /^create (?:unique )?index concurrently if not exists \w+ on\b/;

export function faultsOf(name: string, text: string): string[] {
  if (name < FIRST_WITH_KIND) return [];
  const { kind, isApart } = headerOf(text);
  if (!/^-- Kind: (?:expand|contract)\b/.test(text))
    return [`${name}: begins with "-- Kind: expand" or "-- Kind: contract"`];
  const statements = statementsOf(text);
  if (isApart && !(statements.length === 1 && CONCURRENTLY.test(statements[0] ?? '')))
    return [`${name}: concurrently is for one "create index concurrently if not exists" alone`];
  if (kind === 'contract') return [];
  // One that is replaced counts as well: make_definer grants its rights anew, which are taken again.
  const made = new Set(
    statements.flatMap(
      (text) => /^create (?:table (?:if not exists )?|(?:or replace )?function )(\w+)/.exec(text)?.[1] ?? [],
    ),
  );
  return statements.flatMap((statement) => {
    const isOfItsOwn = made.has(tableOf(statement) ?? '');
    return REFUSALS.filter(
      ({ says, unless, elsewhereOnly }) =>
        (says instanceof RegExp ? says.test(statement) : says(statement)) &&
        !unless?.test(statement) &&
        !(elsewhereOnly && isOfItsOwn),
    ).map(({ why }) => `${name}: "${statement.slice(0, 80)}" ${why}`);
  });
}

export function faultsOfAll(migrations: readonly Migration[]): string[] {
  return migrations.flatMap(({ name, text }) => faultsOf(name, text));
}

function tableOf(statement: string): string | undefined {
  const words = statement
    .split(' ')
    .filter((word) => !['if', 'exists', 'only', 'unique', 'function'].includes(word));
  const before = { alter: 'table', update: 'update', delete: 'from', revoke: 'on', create: 'on' }[
    words[0] ?? ''
  ];
  if (!before || (words[0] === 'create' && words[1] !== 'index')) return;
  return /^\w+/.exec(words[words.indexOf(before) + 1] ?? '')?.[0];
}

/** True where a statement adds a constraint of one of these kinds, with a name or without. */
function addsOneOf(statement: string, kinds: readonly string[]): boolean {
  return statement
    .split(/\badd /)
    .slice(1)
    .map((added) => (added.startsWith('constraint ') ? added.split(' ').slice(2).join(' ') : added))
    .some((added) => kinds.some((kind) => added.startsWith(kind)));
}

function statementsOf(text: string): string[] {
  return withoutTexts(text)
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean);
}

/** Takes out comments and what is quoted, whichever begins first: a comment may hold an apostrophe, and a text two dashes. */
function withoutTexts(text: string): string {
  const opening = /--|\/\*|'|\$\w*\$/g;
  let said = '';
  let at = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const [begin] = found;
    const close = { '--': '\n', '/*': '*/' }[begin] ?? begin;
    said += `${text.slice(at, found.index)}${close === begin ? "''" : ' '}`;
    const end = text.indexOf(close, opening.lastIndex);
    at = end < 0 ? text.length : end + close.length;
    opening.lastIndex = at;
  }
  return said + text.slice(at);
}

/** Makes a condition: these words one after the other, whatever stands between. */
function follow(...words: readonly string[]): (statement: string) => boolean {
  return (statement) => {
    let at = 0;
    return words.every((word) => {
      const found = statement.indexOf(word, at);
      at = found + word.length;
      return found >= 0;
    });
  };
}
