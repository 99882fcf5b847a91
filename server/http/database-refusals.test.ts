/** What the database refuses reaches people in words, and the log as it was. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { makeProgram, makeSiteUser } from '../../test/factories.ts';
import { statusesOf, useTestApp } from '../../test/harness.ts';
import { constraints } from '../app.ts';
import type { Platform } from '../platform.ts';
import { errorAnswer } from './error-answers.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

describe('a constraint that a save runs into', () => {
  test('is a 409 that says what is wrong, and changes nothing', async () => {
    const [program, other] = [(await makeProgram(db())).id, (await makeProgram(db())).id];
    const superadmin = await app().as({ permissions: ['superadmin'] });
    const bound = await app().as({ permissions: ['events'], program_id: program });
    const make = async (data: object) =>
      (await superadmin('POST', 'lilt-category', { data })).body.category.id;
    const [top, next] = [
      await make({ name: 'Top', program_id: program }),
      await make({ name: 'Next', program_id: program }),
    ];
    // Another program's category stands under it, which the caller does not see, and the check therefore neither.
    await make({ name: 'Below', program_id: other, parent_id: top });
    const { status, body } = await bound('PATCH', `lilt-category/${top}`, {
      data: { parent_id: next, name: 'Moved' },
    });
    expect([status, body]).toEqual([
      409,
      { code: 'CONFLICT', message: constraints.gift_categories_depth, request_id: expect.any(String) },
    ]);
    expect((await superadmin('GET', `lilt-categories?name=Top`)).body.count).toBe(1);
  });

  test('is a 409 for all but one of fifty who race for the same, never a 500', async () => {
    const program = (await makeProgram(db())).id;
    const superadmin = await app().as({ permissions: ['superadmin'] });
    const make = async (name: string) =>
      (await superadmin('POST', 'lilt-category', { data: { name, program_id: program } })).body.category.id;
    const [a, b] = [await make('A'), await make('B')];
    const statuses = statusesOf(
      await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          superadmin('PATCH', `lilt-category/${n % 2 ? a : b}`, { data: { parent_id: n % 2 ? b : a } }),
        ),
      ),
    );
    for (const status of statuses) expect([200, 400, 409]).toContain(status);
    expect(statuses).toContain(200);
  });
});

test.each([
  [
    '23505',
    `insert into programs (id, program_tag, program_display_name) select id, program_tag, 'x' from programs`,
    409,
  ],
  ['23503', `insert into event_programs (event_id, program_id) values (999999999, 999999999)`, 409],
  ['23514', `insert into gift_categories (name) values (' ')`, 409],
  ['23502', `insert into gift_categories (name) values (null)`, 400],
  [
    '22001',
    `insert into programs (program_tag, program_display_name, default_currency) values ('x', 'x', 'LONG')`,
    400,
  ],
  ['22003', `select 2147483647::integer + 1`, 400],
  ['22007', `select 'no day'::date`, 400],
  ['22008', `select '2026-02-30'::date`, 400],
  ['22P02', `select 'x'::integer`, 400],
  ['22021', `select convert_from('\\xff'::bytea, 'UTF8')`, 400],
  ['40001', `do $$ begin raise exception 'x' using errcode = '40001'; end $$`, 409],
])(
  'SQLSTATE %s is no fault of the server, says nothing of its insides, and is logged',
  async (code, statement, status) => {
    const error = await sql
      .raw(statement)
      .execute(db())
      .then(
        () => null,
        (thrown: { code: string }) => thrown,
      );
    expect(error?.code).toBe(code);
    const logged: unknown[][] = [];
    const log = { warn: (...said: unknown[]) => logged.push(said), error: () => expect.unreachable() };
    const answer = errorAnswer(error, { request_id: 'r', platform: { log } as unknown as Platform });
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(/^[A-Z][^"_]{10,}$/);
    expect(logged).toEqual([[{ err: error, request_id: 'r' }, expect.any(String)]]);
  },
);

test('what is our fault stays a 500', async () => {
  await makeSiteUser(db());
  for (const statement of [
    'select from no_such_table',
    'select nothing from programs',
    'delete from audit_entries',
  ]) {
    const error = await sql
      .raw(statement)
      .execute(db())
      .then(
        () => null,
        (thrown: unknown) => thrown,
      );
    const log = { error: () => {} } as unknown;
    expect(errorAnswer(error, { request_id: 'r', platform: { log } as Platform }).status, statement).toBe(
      500,
    );
  }
});

test('every constraint that has words is one of the database', async () => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint union select relname from pg_class where relkind = 'i'
    union select tgname from pg_trigger
    union select (regexp_matches(prosrc, 'constraint = ''([a-z_]+)''', 'g'))[1] from pg_proc
      where pronamespace = 'public'::regnamespace`.execute(db());
  const known = new Set(rows.map(({ name }) => name));
  expect(Object.keys(constraints).filter((name) => !known.has(name))).toEqual([]);
});
