/** What is typed as SQL is read and never run: only the query of its tree reaches PostgreSQL. */
import fc from 'fast-check';
import { CompiledQuery, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { asSystem } from '../../../server/context.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useWorld } from '../../../test/harness.ts';
import { ACCEPTED, INJECTIONS } from '../../../test/sql-injections.ts';
import { statementsOf } from '../../../test/statements.ts';
import { compile } from './compile-tree.ts';
import { parseConditions, SqlFault } from './parse-sql.ts';
import { testSql } from './test-sql.ts';

const world = useWorld();
const db = () => world().platform.database.everything;
const PATH = 'email-rule/test-sql';
let superadmin: Call;
let bound: Call;
let own: number;

beforeAll(async () => {
  own = (await makeProgram(db())).id;
  const foreign = (await makeProgram(db())).id;
  for (let n = 0; n < 60; n++)
    await makeSiteUser(db(), {
      program_id: n % 2 ? own : foreign,
      user_type: n % 4 ? 'S' : 'I',
      del_status: n === 59 ? 1 : 0,
    });
  superadmin = await world().as({ permissions: ['superadmin'] });
  bound = await world().as({ permissions: ['content'], program_id: own });
});

/** What may reach the database for this text: nothing of it, or the query of its tree with parameters. */
async function expected(text: string): Promise<readonly string[]> {
  try {
    const tree = await parseConditions(text);
    const condition = sql`${compile(tree)}`.compile(db()).sql.replaceAll(/\$\d+/g, '$');
    return ['begin', 'set transaction read only', "set local statement_timeout = '2s'", condition, 'commit'];
  } catch (error) {
    expect(error).toBeInstanceOf(SqlFault);
    return [];
  }
}

/** Runs the text as the product does, and holds what was sent against {@link expected}. */
async function sentFor(text: string): Promise<boolean> {
  const may = await expected(text);
  const context = asSystem(world().platform, 'test');
  const { result, statements } = await statementsOf(() =>
    testSql(context, { sql: text, program_id: 0 }).then(
      () => true,
      (error: { status?: number; details?: object }) => {
        expect(error.status, text).toBe(400);
        expect(error.details).toMatchObject({ position: expect.any(Number), near: expect.any(String) });
        return false;
      },
    ),
  );
  const [, , , condition = ''] = may;
  const sent = statements.map((statement) => statement.replaceAll(/\$\d+/g, '$').trim());
  const strange = sent.filter(
    (statement) =>
      !may.includes(statement) &&
      !(condition !== '' && statement.startsWith('select ') && statement.includes(condition)),
  );
  expect(strange, text).toEqual([]);
  expect(result).toBe(may.length > 0);
  return result;
}

describe('POST email-rule/test-sql', () => {
  test.each(ACCEPTED)('takes %s', async (text) => {
    const { status, body } = await superadmin('POST', PATH, { sql: text });
    expect([status, Array.isArray(body.users)]).toEqual([200, true]);
    expect(await sentFor(text)).toBe(true);
  });

  test('refuses every other text where it stops being acceptable, and sends nothing of it', async () => {
    expect(new Set(INJECTIONS).size).toBeGreaterThanOrEqual(200);
    for (const text of INJECTIONS) {
      expect(await sentFor2(text), text.slice(0, 200)).toBe(false);
    }
  });

  test(
    'sends nothing but the query of a tree for mutants of what it takes',
    async () => {
      let taken = 0;
      await fc.assert(
        fc.asyncProperty(mutant, async (text) => {
          taken += Number(Buffer.byteLength(text) <= 8192 && (await sentFor(text)));
        }),
        { numRuns: inDepth(2_000, 100_000), endOnFailure: true },
      );
      expect(taken).toBeGreaterThan(10);
    },
    inDepth(60_000, 3_600_000),
  );

  test('shows the caller’s users alone, 50 of them and how many there are, none that is deleted', async () => {
    const all = "SELECT * FROM site_users WHERE user_type IN ('S', 'I', 'O')";
    const global = (await superadmin('POST', PATH, { sql: all })).body;
    expect([global.users.length, global.count]).toEqual([50, 59]);
    expect(Object.keys(global.users[0]).toSorted()).toEqual([
      'dateadded',
      'first_name',
      'id',
      'last_name',
      'membership',
      'membership_at',
      'user_type',
    ]);
    const mine = (await bound('POST', PATH, { sql: all, program_id: 0 })).body;
    expect([mine.users.length, mine.count]).toEqual([29, 29]);
    expect((await superadmin('POST', PATH, { sql: all, program_id: own })).body.count).toBe(29);
  });

  test('names what is wrong and where', async () => {
    const { status, body } = await bound('POST', PATH, {
      sql: "SELECT * FROM site_users WHERE user_type = 'S' ORDER BY id",
    });
    expect([status, body.position, body.near, body.errors[0].path]).toEqual([400, 48, 'ORDER', 'sql']);
    const wide = await bound('POST', PATH, {
      sql: "SELECT * FROM site_users WHERE user_type = '🙂é' OR x = 1",
    });
    expect([wide.body.position, wide.body.near]).toEqual([44, "'🙂é'"]);
  });

  test('takes 8 KB and no more', async () => {
    const long = `SELECT * FROM site_users WHERE membership = 1${' OR membership = 1'.repeat(450)}`;
    expect((await bound('POST', PATH, { sql: long })).status).toBe(200);
    const { status, body } = await bound('POST', PATH, { sql: long.padEnd(8193) });
    expect([status, body.errors[0].path]).toEqual([400, 'sql']);
    expect(
      (await bound('POST', PATH, { sql: `SELECT * FROM site_users WHERE user_type = '${'é'.repeat(5000)}'` }))
        .status,
    ).toBe(400);
  });

  test('writes nothing: its transaction could not', async () => {
    const context = asSystem(world().platform, 'test');
    const { statements } = await statementsOf(() =>
      testSql(context, { sql: ACCEPTED[0] ?? '', program_id: 0 }),
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

/** As {@link sentFor}; a text that is too long is refused before it is read. */
async function sentFor2(text: string): Promise<boolean> {
  if (Buffer.byteLength(text) <= 8192) return sentFor(text);
  const { status } = await superadmin('POST', PATH, { sql: text });
  expect(status, text.slice(0, 100)).toBe(400);
  return false;
}

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
