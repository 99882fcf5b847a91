/** What an undo leaves, whatever happened between; imports beside each other and beside saves; a user is a user. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { asSystem, transact } from '../../../server/context.ts';
import { csvForm, encoded, over } from '../../../test/csv-files.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { createUsers, putBackUsers } from '../../users/server/user-batches.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let call: Call;
let programs: number[];
let count = 0;

beforeAll(async () => {
  call = await app().as({ permissions: ['superadmin'] });
  programs = [(await makeProgram(db())).id, (await makeProgram(db())).id];
});

const address = () => `someone-${++count}@example.org`;
async function imported(text: string | Buffer, fields: Record<string, string> = {}) {
  const { body, status } = await call('POST', 'users-import', csvForm(text, fields));
  expect([status, status === 202 ? null : body]).toEqual([202, null]);
  return over(call, body.import.id);
}
async function undone(id: number) {
  expect((await call('POST', `users-import/${id}/undo`)).status).toBe(202);
  return over(call, id);
}
const COLUMNS = [
  'email',
  'first_name',
  'user_type',
  'program_id',
  'status',
  'membership',
  'password_hash',
  'del_status',
] as const;
const users = (emails: readonly string[]) =>
  db().selectFrom('site_users').select(COLUMNS).where('email', 'in', emails).orderBy('email').execute();

test('an undo restores whoever is untouched, and lists the others', async () => {
  const person = fc.record({
    known: fc.boolean(),
    member: fc.boolean(),
    edited: fc.constantFrom('no', 'no', 'saved', 'imported again', 'deleted'),
    first_name: fc.constantFrom('', 'Ada', 'Grace'),
    program: fc.constantFrom('', '0', '1'),
    membership: fc.constantFrom('', '0', '1'),
    user_type: fc.constantFrom('', 'S', 'I'),
    password: fc.constantFrom('', '', '', 'secret'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 6 }), async (drawn) => {
      const people = drawn.map((one) => ({ ...one, email: address() }));
      const emails = people.map(({ email }) => email);
      for (const { email, known, member } of people)
        if (known)
          await makeSiteUser(db(), {
            email,
            first_name: 'Before',
            program_id: programs[0],
            ...(member && { membership: 1, membership_at: '2020-01-01T00:00:00.000Z' }),
          });
      const before = await users(emails);
      const rows = people.map((one) =>
        [
          one.email,
          one.first_name,
          one.user_type,
          programs[Number(one.program || NaN)] ?? '',
          one.membership,
          one.password,
        ].join(),
      );
      const header = 'email,first_name,user_type,site_program,membership,password';
      const first = await imported(`${header}\n${rows.join('\n')}\n`);
      expect(first.rejected).toBe(0);
      const marked = new Set(
        (
          await db()
            .selectFrom('user_import_rows')
            .select(['email_key', 'marked_at'])
            .where('import_id', '=', first.id)
            .execute()
        )
          .filter(({ marked_at }) => marked_at !== null)
          .map(({ email_key }) => email_key),
      );
      for (const { email, edited } of people) {
        if (edited === 'saved' || edited === 'deleted')
          await db()
            .updateTable('site_users')
            .set({
              ...(edited === 'saved' ? { first_name: 'Since' } : { del_status: 1 }),
              updated_at: sql`updated_at + interval '1 second'`,
            })
            .where('email', '=', email)
            .execute();
        if (edited === 'imported again') await imported(`email,last_name\n${email},Since\n`);
      }
      const between = await users(emails);
      const result = await undone(first.id);
      const touched = people.filter(({ email, edited }) => edited !== 'no' && marked.has(email));
      expect(result).toMatchObject({ state: 'undone', kept: touched.length });
      const { left } = (await call('GET', `users-import/${first.id}`)).body;
      expect(left.map(({ email }: { email: string }) => email).sort()).toEqual(
        touched.map(({ email }) => email).sort(),
      );
      const after = await users(emails);
      for (const { email, edited, known } of people) {
        const of = (found: typeof after) => found.find((user) => user.email === email);
        const put = known ? of(before) : { ...of(between), del_status: 1 };
        expect(of(after)).toEqual(edited === 'no' ? put : of(between));
      }
      expect((await call('POST', `users-import/${first.id}/undo`)).status).toBe(400);
    }),
    { numRuns: inDepth(6, 300) },
  );
});

test('imports that are undone from the last to the first leave what was before all of them', async () => {
  const [made, known, edited] = [address(), address(), address()];
  for (const email of [known, edited])
    await makeSiteUser(db(), { email, program_id: programs[0], first_name: 'Before' });
  const emails = [made, known, edited];
  const before = await users(emails);
  const file = (name: string) =>
    `email,first_name\n${emails.map((email) => `${email},${name}`).join('\n')}\n`;
  const first = await imported(file('First'));
  const second = await imported(file('Second'));
  const third = await imported(file('Third'));
  expect(await undone(third.id)).toMatchObject({ restored: 3, kept: 0 });
  await db()
    .updateTable('site_users')
    .set({ last_name: 'Since', updated_at: sql`updated_at + interval '1 second'` })
    .where('email', '=', edited)
    .execute();
  expect(await undone(second.id)).toMatchObject({ restored: 2, kept: 1 });
  expect(await undone(first.id)).toMatchObject({ restored: 1, deleted: 1, kept: 1 });
  const after = await users(emails);
  const of = (email: string) => (found: typeof after) => found.find((user) => user.email === email);
  expect(of(made)(after)).toMatchObject({ del_status: 1 });
  expect(of(known)(after)).toEqual(of(known)(before));
  expect(of(edited)(after)).toMatchObject({ first_name: 'Second', del_status: 0 });
});

test('an import is not undone through a save that stood between it and the next one', async () => {
  const email = address();
  const first = await imported(`email,first_name\n${email},First\n`);
  await db()
    .updateTable('site_users')
    .set({ last_name: 'Between', updated_at: sql`updated_at + interval '1 second'` })
    .where('email', '=', email)
    .execute();
  const second = await imported(`email,first_name\n${email},Second\n`);
  expect(await undone(second.id)).toMatchObject({ restored: 1 });
  expect(await undone(first.id)).toMatchObject({ deleted: 0, kept: 1 });
  expect(await users([email])).toMatchObject([{ first_name: 'First', del_status: 0 }]);
});

describe('at once', () => {
  test('two imports of the same addresses make each person once', async () => {
    const emails = Array.from({ length: 700 }, address);
    const file = (order: readonly string[], name: string) =>
      `email,first_name\n${order.map((email) => `${email},${name}`).join('\n')}\n`;
    const [a, b] = await Promise.all([imported(file(emails, 'A')), imported(file(emails.toReversed(), 'B'))]);
    expect(a.created + b.created).toBe(700);
    expect([a, b].map(({ rejected, rows }) => [rejected, rows])).toEqual([
      [0, 700],
      [0, 700],
    ]);
    expect(await users(emails)).toHaveLength(700);
  });

  test('an import and saves of the same people both stand', async () => {
    const emails = Array.from({ length: 300 }, address);
    const ids: number[] = [];
    for (const email of emails) ids.push((await makeSiteUser(db(), { email, program_id: programs[0] })).id);
    const saves = async () => {
      for (const id of ids.toReversed().slice(0, 60)) {
        const answer = await call('PATCH', `site-user/${id}`, { user_data: { last_name: 'Saved' } });
        expect([200, 409], JSON.stringify(answer.body)).toContain(answer.status);
      }
    };
    const [done] = await Promise.all([
      imported(`email,first_name\n${emails.map((email) => `${email},Imported`).join('\n')}\n`),
      saves(),
    ]);
    expect(done).toMatchObject({ updated: 300, rejected: 0 });
    const all = await db()
      .selectFrom('site_users')
      .select(['first_name', 'last_name'])
      .where('id', 'in', ids)
      .execute();
    expect(all.filter(({ first_name }) => first_name === 'Imported')).toHaveLength(300);
    expect(all.filter(({ last_name }) => last_name === 'Saved')).toHaveLength(60);
  });

  test('twenty runs or undos of one are one', async () => {
    const { body } = await call('POST', 'users-import', csvForm(`email\n${address()}\n`, { dry_run: '1' }));
    for (const verb of ['run', 'undo']) {
      const path = `users-import/${body.import.id}/${verb}`;
      const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', path)));
      expect(
        answers.filter(({ status }) => status === 202),
        verb,
      ).toHaveLength(1);
      await over(call, body.import.id);
    }
  });
});

test('a user that a file makes is the one that a form makes', async () => {
  const [byFile, byForm] = [address(), address()];
  const given = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    user_type: 'I',
    status: 2,
    membership: 1,
    locale: 'de',
  };
  const more = {
    timezone: 318,
    gulfpower_empid: 'E1',
    experience: 'x',
    student_profession: 'y',
    more_about_you: 'z',
  };
  const values = { ...given, ...more, site_program: programs[1] };
  await imported(`email,${Object.keys(values).join()}\n${byFile},${Object.values(values).join()}\n`);
  const made = await call('POST', 'site-user', {
    user_data: { ...values, email: byForm, password: 'secret' },
  });
  expect(made.status).toBe(200);
  const stored = async (email: string) => {
    const found = await db()
      .selectFrom('site_users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const { id: _, email: __, email_key: ___, search: ____, password_hash: _____, ...rest } = found;
    return { ...rest, dateadded: null, updated_at: null, membership_at: found.membership_at !== null };
  };
  expect(await stored(byFile)).toEqual(await stored(byForm));
  await imported(`email,membership,first_name\n${byFile},0,Grace\n`);
  const { id } = await db()
    .selectFrom('site_users')
    .select('id')
    .where('email', '=', byForm)
    .executeTakeFirstOrThrow();
  await call('PATCH', `site-user/${id}`, { user_data: { membership: 0, first_name: 'Grace' } });
  expect(await stored(byFile)).toEqual(await stored(byForm));
});

test('an undo looks at its own people alone, before anybody has counted the others as well', async () => {
  const program_id = programs[0] ?? 0;
  await sql`insert into site_users (email, first_name, program_id)
    select 'other' || n || '@example.org', 'Other', ${program_id} from generate_series(1, 2000) n`.execute(
    db(),
  );
  const looks = await transact(asSystem(app().platform, 'test'), async (tx) => {
    const made = await createUsers(tx, [
      { email: address(), program_id },
      { email: address(), program_id },
    ]);
    const marks = made.map(({ id, updated_at }) => ({ user_id: id, marked_at: updated_at, before: null }));
    expect((await putBackUsers(tx, null, marks)).size).toBe(2);
    // Whether somebody has coins is asked of whoever may be deleted, by an index.
    const { rows } = await sql<{ looks: number }>`
      select idx_scan::integer as looks from pg_stat_xact_user_tables where relname = 'lilt_entries'`.execute(
      tx.db,
    );
    return rows[0]?.looks ?? 0;
  });
  // One a person, and now and then one of the planner's own.
  expect(looks).toBeGreaterThanOrEqual(2);
  expect(looks).toBeLessThan(10);
});

const ROWS = inDepth(2_000, 100_000);
test.each(inDepth(['utf-16le'] as const, ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const))(
  `${ROWS} rows in %s with one in a hundred wrong`,
  async (encoding) => {
    // In depth the files before this one took longer than a session's token lives.
    call = await app().as({ permissions: ['superadmin'] });
    const lines = Array.from({ length: ROWS }, (_, n) =>
      n % 100 === 42 ? 'wrong;"x\ny"' : `${address()};"Zoë\n""${n}"""`,
    );
    const done = await imported(encoded(`email;first_name\r\n${lines.join('\r\n')}\r\n`, encoding));
    expect(done).toMatchObject({ rows: ROWS, created: ROWS * 0.99, rejected: ROWS / 100, unchanged: 0 });
    expect(await undone(done.id)).toMatchObject({ deleted: ROWS * 0.99, kept: 0 });
  },
);
