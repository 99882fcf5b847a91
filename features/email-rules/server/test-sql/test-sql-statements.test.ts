/** What is typed as SQL is read and never run: a log of statements holds nothing but the query of its tree. */
import fc from 'fast-check';
import { CompiledQuery, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inDepth } from '../../../../test/deep.ts';
import { ACCEPTED, INJECTIONS } from '../../../../test/hostile/sql-injections.ts';
import { statementsOf } from '../../../../test/statements.ts';
import { system } from '../../../../test/system.ts';
import { useDatabase } from '../../../../test/use-database.ts';
import { compile } from '../compile-tree.ts';
import { parseConditions } from './parse-sql.ts';
import { SqlFault } from './sql-fault.ts';
import { testSql } from './test-sql.ts';

// Without a server beside it: its queue would say things of its own.
const database = useDatabase();
const db = () => database().everything;
const context = () => system(database().forProgram(0));

/** What is said around a query that has two seconds. */
const AROUND = [
  'begin',
  'set transaction read only',
  "select current_setting('statement_timeout') as before",
  "select set_config('statement_timeout', $, true)",
  'commit',
];

/** What may reach the database for this text: nothing of it, or the query of its tree with parameters. */
async function expected(text: string): Promise<readonly string[]> {
  if (Buffer.byteLength(text) > 8192) return [];
  try {
    const tree = await parseConditions(text);
    const condition = sql`${compile(tree, 0)}`.compile(db()).sql.replaceAll(/\$\d+/g, '$');
    return [...AROUND, condition];
  } catch (error) {
    expect(error).toBeInstanceOf(SqlFault);
    return [];
  }
}

/** Runs the text as the product does, and holds what was sent against {@link expected}. */
async function sentFor(text: string): Promise<boolean> {
  const may = await expected(text);
  const { result: refusal, statements } = await statementsOf(() =>
    testSql(context(), { sql: text, program_id: 0 }).then(
      () => null,
      (error: { status?: number; details?: { position?: number; near?: string } }) => error,
    ),
  );
  const isTaken = refusal === null;
  // A text that is too long is refused before it is looked at.
  const isPlaced = refusal?.details?.position !== undefined && refusal.details.near !== undefined;
  expect([refusal?.status ?? 200, isPlaced || isTaken || Buffer.byteLength(text) > 8192], text).toEqual([
    isTaken ? 200 : 400,
    true,
  ]);
  const condition = may.at(-1) ?? '';
  const sent = statements.map((statement) => statement.replaceAll(/\$\d+/g, '$').trim());
  const strange = sent.filter(
    (statement) =>
      !may.includes(statement) &&
      !(condition !== '' && statement.startsWith('select ') && statement.includes(condition)),
  );
  expect(strange, text).toEqual([]);
  expect(isTaken).toBe(may.length > 0);
  return isTaken;
}

describe('a text that is typed as SQL', () => {
  test.each(ACCEPTED)('reaches the database as its tree: %s', async (text) => {
    expect(await sentFor(text)).toBe(true);
  });

  test('refuses every other text where it stops being acceptable, and sends nothing of it', async () => {
    expect(new Set(INJECTIONS).size).toBeGreaterThanOrEqual(200);
    for (const text of INJECTIONS) {
      expect(await sentFor(text), text.slice(0, 200)).toBe(false);
    }
  });

  test('sends nothing but the query of a tree for mutants of what it takes', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(mutant, async (text) => {
        taken += Number(await sentFor(text));
      }),
      { numRuns: inDepth(2_000, 100_000), endOnFailure: true },
    );
    expect(taken).toBeGreaterThan(10);
  });

  test('writes nothing: its transaction could not', async () => {
    const { statements } = await statementsOf(() =>
      testSql(context(), { sql: ACCEPTED[0] ?? '', program_id: 0 }),
    );
    expect(statements[1]?.trim()).toBe('set transaction read only');
    const refused = db()
      .transaction()
      .execute(async (trx) => {
        await trx.executeQuery(CompiledQuery.raw('set transaction read only'));
        await trx.executeQuery(CompiledQuery.raw("update site_users set first_name = 'x'"));
      });
    await expect(refused).rejects.toMatchObject({ code: '25006' });
  });
});

const PIECES = [
  'SELECT',
  'FROM',
  'WHERE',
  'AND',
  'OR',
  'NOT',
  'IN',
  'BETWEEN',
  'LIKE',
  'IS NULL',
  'UNION',
  'INTO',
  'FOR UPDATE',
  'WITH',
  'ORDER BY',
  'LIMIT 1',
  'RETURNING',
  'DELETE',
  'ANY',
  'EXISTS',
  'CASE',
  'CAST',
  'interval',
  'now()',
  'pg_sleep(9)',
  'admins',
  'site_users',
  'password_hash',
  'user_type',
  'membership',
  'dateadded',
  'lilt_total',
  'id',
  '*',
  ',',
  '(',
  ')',
  ';',
  '.',
  '=',
  '<>',
  '<',
  '>=',
  '-',
  '+',
  '::',
  '||',
  '--',
  '/*',
  '*/',
  "'",
  '"',
  '$$',
  '$1',
  "E'",
  "U&'",
  "'S'",
  "'30 days'",
  "'2026-01-01'",
  '1',
  '0',
  '3.5',
  '-1',
  '[1]',
  'AS x',
  '\\',
  '\u00a0',
  '🙂',
] as const;

/** An accepted text with a few of its words taken out, doubled, exchanged or put in, and now and then a letter changed. */
const mutant: fc.Arbitrary<string> = fc
  .record({
    text: fc.constantFrom(...ACCEPTED),
    other: fc.constantFrom(...ACCEPTED),
    changes: fc.array(
      fc.record({
        how: fc.constantFrom('out', 'double', 'in', 'instead', 'swap', 'letter', 'join'),
        at: fc.nat(200),
        to: fc.nat(200),
        piece: fc.constantFrom(...PIECES),
        letter: fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ text, other, changes }) => {
    let words = text.split(/(\s+|[(),=])/).filter((word) => word !== '');
    for (const { how, at, to, piece, letter } of changes) {
      const place = at % (words.length + 1);
      const word = words[place] ?? '';
      if (how === 'out') words = words.toSpliced(place, 1);
      if (how === 'double') words = words.toSpliced(place, 0, word, ' ');
      if (how === 'in') words = words.toSpliced(place, 0, ` ${piece} `);
      if (how === 'instead') words = words.toSpliced(place, 1, piece);
      if (how === 'swap') words = words.with(place % words.length, words[to % words.length] ?? '');
      if (how === 'letter') words = words.toSpliced(place, 1, word.slice(0, to % (word.length + 1)) + letter);
      if (how === 'join') words = [...words, ' ', piece, ' ', other];
      if (words.length === 0) words = [' '];
    }
    return words.join('');
  });
