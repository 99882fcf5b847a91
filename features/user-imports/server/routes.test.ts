/** Imports of users over HTTP: what a file becomes, what is rejected, who may, and what an undo leaves. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { csvForm, encoded, over } from '../../../test/csv-files.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { readPeople } from './judge-rows.ts';

const HUGE = inDepth(3_000_000, 50_000_000);

const app = useTestApp();
const db = () => app().platform.database.everything;
let call: Call & { admin_id: number };
let program: { id: number; program_tag: string };
let count = 0;

beforeAll(async () => {
  call = await app().as({ permissions: ['superadmin'] });
  // The one that nobody names is the first.
  await makeProgram(db());
  const { id } = await makeProgram(db());
  program = await db()
    .selectFrom('programs')
    .select(['id', 'program_tag'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
});

const address = (name = 'person') => `${name}-${++count}@example.org`;
const send = (text: string | Buffer, fields: Record<string, string> = {}, by: Call = call) =>
  by('POST', 'users-import', csvForm(text, fields));
const ended = (id: number, by: Call = call) => over(by, id);
const user = (email: string) =>
  db()
    .selectFrom('site_users')
    .selectAll()
    .where('email_key', '=', sql<string>`address_key(${email})`)
    .where('del_status', '=', 0)
    .executeTakeFirst();

async function imported(text: string | Buffer, fields: Record<string, string> = {}, by: Call = call) {
  const { status, body } = await send(text, fields, by);
  expect([status, status === 202 ? null : body]).toEqual([202, null]);
  return ended(body.import.id, by);
}

describe('a dry run', () => {
  test('says what would be, and writes nothing', async () => {
    const [known, fresh] = [address(), address()];
    const { id } = await makeSiteUser(db(), { email: known, program_id: program.id, first_name: 'Ada' });
    const text = `E-mail;Vorname;Program;Zeitzone\n${known};Grace;;\n${fresh};Alan;${program.program_tag};Europe/Berlin\nnobody;x;;\n`;
    const { status, body } = await send(text, { dry_run: '1' });
    expect(status).toBe(202);
    expect(body.import).toMatchObject({
      state: 'ready',
      encoding: 'utf-8',
      separator: ';',
      mapping: { 'E-mail': 'email', Vorname: 'first_name', Program: 'site_program', Zeitzone: 'timezone' },
      rows: 3,
      total: 3,
      created: 1,
      updated: 1,
      unchanged: 0,
      rejected: 1,
      enrolled: 0,
      same_file_as: null,
      problem: null,
    });
    expect(body.import.preview).toMatchObject([
      { line: 2, action: 'updated', changes: { first_name: { before: 'Ada', after: 'Grace' } } },
      { line: 3, action: 'created', fields: { first_name: 'Alan', site_program: program.id, timezone: 318 } },
      { line: 4, action: 'rejected', column: 'E-mail' },
    ]);
    expect((await user(known))?.first_name).toBe('Ada');
    expect(await user(fresh)).toBeUndefined();
    const one = await call('GET', `users-import/${body.import.id}`);
    expect(one.body.rejections).toEqual([{ line: 4, column: 'E-mail', reason: 'Enter a valid email' }]);
    const run = await call('POST', `users-import/${body.import.id}/run`);
    expect(run.status).toBe(202);
    expect(await ended(body.import.id)).toMatchObject({ state: 'done', created: 1, updated: 1, rejected: 1 });
    expect(await user(fresh)).toMatchObject({ first_name: 'Alan', program_id: program.id, timezone: 318 });
    expect(await user(known)).toMatchObject({ id, first_name: 'Grace' });
    expect((await call('POST', `users-import/${body.import.id}/run`)).status).toBe(400);
    expect((await send(text, { dry_run: '1' })).body.import.same_file_as).toBe(body.import.id);
  });

  test('of rows that take long to read lets others in between two', async () => {
    const reader = { headers: ['email', 'name'], mapping: { email: 'email', name: 'name' } } as const;
    const long = { line: 2, cells: [`${'@'.repeat(900_000)}.`, 'a '.repeat(450_000)] };
    let turns = 0;
    const others = setInterval(() => turns++, 0);
    const people = await readPeople(
      Array.from({ length: 20 }, () => long),
      {
        ...reader,
        places: { program: () => null, inactive: () => null, timezone: () => null },
        classes: false,
      },
    );
    clearInterval(others);
    expect(people).toHaveLength(20);
    expect(people[0]).toMatchObject({ column: 'email', cells: { name: expect.any(String) } });
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  test('is checked again under another mapping and other switches', async () => {
    const { body } = await send(`a,b\nx,${address()}\n`, { dry_run: '1', mapping: '{"a":"first_name"}' });
    expect(body.import).toMatchObject({
      problem: 'Choose the column with the email addresses',
      rejected: 1,
    });
    expect((await call('POST', `users-import/${body.import.id}/run`)).body.message).toMatch(
      /Choose the column/,
    );
    const map = (mapping: object, more = {}) =>
      call('POST', `users-import/${body.import.id}/mapping`, { mapping, ...more });
    expect((await map({ a: 'email', b: 'email' })).status).toBe(400);
    expect((await map({ c: 'email' })).body.errors[0].path).toBe('mapping');
    expect((await map({ a: 'last_name', b: 'email' })).body.import).toMatchObject({
      created: 1,
      rejected: 0,
    });
    const off = await map({ a: 'last_name', b: 'email' }, { import_create: false });
    expect(off.body.import).toMatchObject({ created: 0, rejected: 1, import_create: 0 });
  });
});

describe('a run', () => {
  test('gives new users what is usual and what the file says', async () => {
    const [plain, full] = [address(), address('Ünïcode')];
    const text = [
      'Email,First,surname,role,site_program,lang,TZ,membership,status,ID number,bio,password',
      `${plain},,,,,,,,,,,`,
      `${full},Ada,"Love\nlace",Instructor,${program.id},pt_br,31,yes,2,'=E7,"a, b",s3cret`,
    ].join('\r\n');
    expect(await imported(text)).toMatchObject({ state: 'done', created: 2, rejected: 0, rows: 2, total: 2 });
    expect(await user(plain)).toMatchObject({
      first_name: '',
      user_type: 'S',
      program_id: 1,
      status: 1,
      approved: 1,
      membership: 0,
      membership_at: null,
      locale: 'en',
      timezone: 31,
      password_hash: null,
      updated_by: call.admin_id,
    });
    const made = await user(full);
    expect(made).toMatchObject({
      email: full,
      last_name: 'Love\nlace',
      user_type: 'I',
      program_id: program.id,
      status: 2,
      membership: 1,
      locale: 'pt',
      gulfpower_empid: '=E7',
      more_about_you: 'a, b',
    });
    expect(made?.membership_at).not.toBeNull();
    expect(made?.password_hash).toMatch(/^\$argon2id\$/);
  });

  test('rejects wrong rows alone, with line, column and reason', async () => {
    const [a, b, c] = [address(), address(), address()];
    await makeSiteUser(db(), { email: c, program_id: program.id });
    const text = [
      'email,user_type,site_program,timezone,status,membership,locale,class_ids',
      `${a},,,,,,,`,
      `not an address,,,,,,,`,
      `${b},X,,,,,,`,
      `${a.toUpperCase()},,,,,,,`,
      `${address()},,no-such,,,,,`,
      `${address()},,,Mars/Base,,,,`,
      `${address()},,,,7,,,`,
      `${address()},,,,,perhaps,,`,
      `${address()},,,,,,xx,`,
      `${address()},,`,
      `${address()},,,,,,,999999999`,
      `,,,,,,,`,
      `${address()},"a"b,,,,,,`,
      `"multi\nline",,,,,,,`,
      `${c},,,,,,,`,
    ].join('\n');
    const done = await imported(text, { import_class_enrol: '1' });
    expect(done).toMatchObject({ rows: 14, created: 1, unchanged: 1, rejected: 12 });
    const { body } = await call('GET', `users-import/${done.id}`);
    expect(body.count).toBe(12);
    expect(
      body.rejections.map(({ line, column }: { line: number; column: string }) => [line, column]),
    ).toEqual([
      [3, 'email'],
      [4, 'user_type'],
      [5, 'email'],
      [6, 'site_program'],
      [7, 'timezone'],
      [8, 'status'],
      [9, 'membership'],
      [10, 'locale'],
      [11, null],
      [12, 'class_ids'],
      [14, null],
      [15, 'email'],
    ]);
    expect(body.rejections[2].reason).toBe('is already in this file');
    const file = await call('GET', `users-import/${done.id}/rejected/csv?file_name=`);
    expect(file.body).toMatchObject({ result: false, count: 12 });
    const csv = await call('GET', file.body.file);
    expect(csv.body).toContain('line,column,reason,email');
    expect(csv.body).toContain(`5,email,is already in this file,${a.toUpperCase()}`);
  });

  test('takes nobody new into an inactive program, and changes who is there', async () => {
    const { id } = await makeProgram(db(), {
      status: 0,
      program_display_name: 'Closed',
      program_tag: 'closed',
    });
    const [there, elsewhere, unknown] = [address(), address(), address()];
    await makeSiteUser(db(), { email: there, program_id: id });
    await makeSiteUser(db(), { email: elsewhere, program_id: program.id });
    const rows = [there, elsewhere, unknown].map((email) => `${email},closed,de`);
    const done = await imported(`email,site_program,locale\n${rows.join('\n')}`);
    expect(done).toMatchObject({ created: 0, updated: 1, rejected: 2 });
    const { rejections } = (await call('GET', `users-import/${done.id}`)).body;
    const refused = { column: 'site_program', reason: 'Closed is inactive. Choose an active program' };
    expect(rejections).toMatchObject([
      { line: 3, ...refused },
      { line: 4, ...refused },
    ]);
    expect([(await user(elsewhere))?.program_id, await user(unknown)]).toEqual([program.id, undefined]);
  });

  test('with its switches off creates nobody, changes nobody', async () => {
    const [known, fresh] = [address(), address()];
    await makeSiteUser(db(), { email: known, program_id: program.id, first_name: 'Ada' });
    const text = `email,first_name\n${known},Grace\n${fresh},Alan\n`;
    const off = { import_create: '0', import_update: '0' };
    expect(await imported(text, off)).toMatchObject({ created: 0, updated: 0, unchanged: 1, rejected: 1 });
    expect((await user(known))?.first_name).toBe('Ada');
    expect(await user(fresh)).toBeUndefined();
  });

  test('enrols where the class is sold in the person’s program, once', async () => {
    const [a, b] = [address(), address()];
    const known = await makeSiteUser(db(), { email: a, program_id: program.id });
    const instructor_id = (await makeInstructor(db(), { program_id: program.id })).id;
    const classes: number[] = [];
    for (let made = 0; made < 3; made++)
      classes.push((await makeClass(db(), { program_id: program.id, instructor_id })).id);
    const away = (await makeClass(db(), { program_id: (await makeProgram(db())).id, instructor_id })).id;
    await db()
      .insertInto('class_users')
      .values({ class_id: classes[0] ?? 0, user_id: known.id, enrol_status: 5 })
      .execute();
    const rows = [
      `${a},${program.id},"${classes[0]} ${classes[1]}"`,
      `${b},${program.id},"${classes.join(';')}"`,
    ];
    const text = `email,site_program,class_ids\n${rows.join('\n')}\n${address()},${program.id},${away}\n`;
    expect(await imported(text)).toMatchObject({ enrolled: 0, created: 2 });
    const done = await imported(`${text}\n`, { import_class_enrol: '1' });
    expect(done).toMatchObject({ enrolled: 4, unchanged: 2, rejected: 1 });
    const made = await db().selectFrom('class_users').selectAll().where('class_id', 'in', classes).execute();
    expect(made).toHaveLength(5);
    expect(
      made.find(({ user_id, class_id }) => user_id === known.id && class_id === classes[0])?.enrol_status,
    ).toBe(5);
    await call('POST', `users-import/${done.id}/undo`);
    await ended(done.id);
    expect(
      await db().selectFrom('class_users').selectAll().where('class_id', 'in', classes).execute(),
    ).toHaveLength(1);
  });

  test('is recorded as one change with its rows below', async () => {
    const done = await imported(`email,site_program\n${address()},${program.id}\n${address()},1\n`);
    const { body } = await call('GET', `audit?entity=users_import&entity_id=${done.id}`);
    const run = body.audit.find(
      (entry: { action: string; program_id: number }) => entry.action === 'run' && entry.program_id === 0,
    );
    const programs = (await call('GET', `audit?parent_id=${run.id}`)).body;
    expect(programs.count).toBe(2);
    const below = (await call('GET', `audit?parent_id=${programs.audit[0].id}`)).body.audit;
    expect(below).toMatchObject([{ entity: 'site_user', action: 'create' }]);
    expect(JSON.stringify(below)).not.toContain('argon2');
  });
});

test('the welcome mail goes to those who are new, and tells them how to set a password', async () => {
  const [known, fresh] = [address(), address()];
  await makeSiteUser(db(), { email: known, program_id: program.id });
  const text = `email,first_name,site_program\n${known},Grace,\n${fresh},Alan,${program.id}\n`;
  const bound = await app().as({ permissions: ['users'], program_id: program.id });
  expect(await imported(text, { import_send_email: '1' }, bound)).toMatchObject({ created: 1, updated: 1 });
  const mails = await db()
    .selectFrom('mails')
    .selectAll()
    .where('to_address', 'in', [known, fresh])
    .execute();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    to_address: fresh,
    body_text: expect.stringContaining("If you don't have a password"),
  });
});

describe.each(['utf-8', 'utf-8 with a mark', 'utf-16le', 'utf-16be', 'windows-1252'] as const)(
  'in %s',
  (encoding) => {
    test('every row is read exactly', async () => {
      const people = Array.from({ length: 300 }, (_, index) => ({
        email: address(),
        name: `Zoë "${index}"\nÉ`,
      }));
      const wrong = Array.from({ length: 20 }, () => 'nobody;"Müller";x');
      const rows = people.map(({ email, name }) => `${email};"${name.replaceAll('"', '""')}";`);
      for (const [index, row] of wrong.entries()) rows.splice(index * 7, 0, row);
      const text = `Email Address;Last;Notes\r\n${rows.join('\r\n')}\r\n`;
      const done = await imported(encoded(text, encoding));
      expect(done).toMatchObject({
        state: 'done',
        encoding: encoding.split(' ')[0],
        separator: ';',
        rows: 320,
        created: 300,
        rejected: 20,
      });
      for (const at of [0, 150, 299])
        expect((await user(people[at]?.email ?? ''))?.last_name).toBe(people[at]?.name);
    });
  },
);

describe('a bound admin', () => {
  test('brings people of the own program alone, and learns of others only that they are there', async () => {
    const bound = await app().as({ permissions: ['users'], program_id: program.id });
    const [own, foreign, moved] = [address(), address(), address()];
    const elsewhere = await makeProgram(db());
    await makeSiteUser(db(), { email: foreign, program_id: elsewhere.id, first_name: 'Secret' });
    const rows = [
      `${own},Ada,`,
      `${foreign},Eve,`,
      `${moved},Bob,${elsewhere.id}`,
      `${address()},Al,${program.program_tag}`,
    ];
    const text = `email,first_name,site_program\n${rows.join('\n')}\n`;
    const dry = await send(text, { dry_run: '1' }, bound);
    expect(dry.body.import).toMatchObject({ created: 2, rejected: 2, program_id: program.id });
    expect(JSON.stringify(dry.body)).not.toContain('Secret');
    const done = await imported(text, {}, bound);
    expect(done).toMatchObject({ created: 2, rejected: 2 });
    expect((await user(own))?.program_id).toBe(program.id);
    expect((await user(foreign))?.first_name).toBe('Secret');
    const { rejections } = (await bound('GET', `users-import/${done.id}`)).body;
    expect(rejections).toMatchObject([{ reason: 'Another user has this email' }, { column: 'site_program' }]);
    const others = await app().as({ permissions: ['users'], program_id: elsewhere.id });
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/run'],
      ['POST', '/undo'],
      ['POST', '/cancel'],
      ['GET', '/rejected/csv?file_name='],
    ] as const)
      expect((await others(method, `users-import/${done.id}${path}`)).status, path).toBe(404);
    expect((await others('GET', 'users-imports')).body.count).toBe(0);
    await bound('POST', `users-import/${done.id}/undo`);
    expect(await ended(done.id, bound)).toMatchObject({ state: 'undone', deleted: 2 });
  });

  test('whose rights end while it waits imports nothing', async () => {
    const bound = await app().as({ permissions: ['users'], program_id: program.id });
    const email = address();
    const { body } = await send(`email\n${email}\n`, { dry_run: '1' }, bound);
    await db()
      .updateTable('admins')
      .set({ permissions: ['events'] })
      .where('id', '=', bound.admin_id)
      .execute();
    await db().updateTable('imports').set({ state: 'running' }).where('id', '=', body.import.id).execute();
    const { runImports } = await import('../../imports/server/runs.ts');
    await runImports(app().platform);
    expect(await ended(body.import.id)).toMatchObject({ state: 'failed' });
    expect(await user(email)).toBeUndefined();
  });
});

describe('a file that cannot be imported', () => {
  test.each<[string, string | Buffer, string, RegExp]>([
    ['a workbook', Buffer.from('PK\u0003\u0004rest'), 'x.csv', /^Save as CSV UTF-8$/],
    ['another ending', 'email\na@b.c\n', 'x.txt', /Only \.csv/],
    ['nothing', '', 'x.csv', /empty/],
    ['a mark alone', '\ufeff', 'x.csv', /empty|no row/],
    ['empty lines', '\n\n\n', 'x.csv', /no row/],
    ['people in its first row', 'ada@example.org,Ada\nalan@example.org,Alan\n', 'x.csv', /column names/],
    ['no addresses', 'a,b\n1,2\n', 'x.csv', /Choose the column/],
    ['one line without an end', 'x'.repeat(HUGE), 'x.csv', /./],
    ['quotes alone', '"'.repeat(HUGE), 'x.csv', /./],
    ['NULs', '\0'.repeat(100_000), 'x.csv', /./],
    [
      '10,000 columns',
      `${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join()}\n`,
      'x.csv',
      /more than 500/,
    ],
  ])('%s is a 400 that names the file', async (_, text, name, words) => {
    const answer = await call('POST', 'users-import', csvForm(text, {}, name));
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([
      400,
      expect.stringMatching(/^(file|mapping)$/),
    ]);
    expect(answer.body.message).toMatch(words);
    await until(async () => expect(await db().selectFrom('stray_files').selectAll().execute()).toEqual([]));
  });

  test('of broken rows alone is given up after ten thousand of them, and says so', async () => {
    const text = `email,first_name\n${address()},x\n${'a"b,x\n'.repeat(500_000)}`;
    const { status, body } = await send(text, { dry_run: '1' });
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(/^More than 10,000 rows are broken\. Check the file/),
    ]);
  });

  test('rows that are hostile are rejected, and those around them are not', async () => {
    const [a, b] = [address(), address()];
    const text = `email,first_name\n${a},x\n${address()},${'y'.repeat(200_000)}\n\0@\0,z\n${'q,'.repeat(5000)}\n${b},x\n`;
    expect(await imported(text)).toMatchObject({ created: 2, rejected: 3 });
  });

  test('a mapping that is none is a 400', async () => {
    for (const mapping of ['{', '{"email":"colour"}', '{"Colour":"email"}', '[]'])
      expect((await send(`email\n${address()}\n`, { mapping })).body.errors?.[0]?.path, mapping).toMatch(
        /^mapping/,
      );
  });
});

test('cancelled before it runs it leaves nothing; a second cancel, run or undo is refused', async () => {
  const { body } = await send(`email\n${address()}\nx\n`, { dry_run: '1' });
  const path = `users-import/${body.import.id}`;
  expect((await call('POST', `${path}/cancel`)).body.import).toMatchObject({
    state: 'done',
    cancelled: true,
    created: 0,
    rejected: 0,
  });
  for (const verb of ['cancel', 'run'])
    expect((await call('POST', `${path}/${verb}`)).status, verb).toBe(400);
});

test('with a key it is taken once', async () => {
  const text = `email\n${address()}\n`;
  const key = { 'idempotency-key': `key-${count}` };
  const first = await call('POST', 'users-import', csvForm(text), key);
  const second = await call('POST', 'users-import', csvForm(text), key);
  expect(second.body.import.id).toBe(first.body.import.id);
  expect((await call('POST', 'users-import', csvForm('email\nother@example.org\n'), key)).status).toBe(400);
  await ended(first.body.import.id);
});

test.each([
  ['at once', {}],
  ['as a dry run', { dry_run: '1' }],
])(
  'ten identical calls with one key are one import, and ten answers that name it: %s',
  async (name, fields) => {
    const text = `email\n${address()}\n`;
    const key = { 'idempotency-key': `ten ${name}` };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('POST', 'users-import', csvForm(text, fields), key)),
    );
    // What has been written by now may have grown from one answer to the next.
    const said = answers.map(({ status, body }) => [status, 'dry_run' in fields ? body : body.import?.id]);
    expect(said).toEqual(said.map(() => [202, said[0]?.[1]]));
    expect(said[0]?.[1]).toBeTruthy();
    await ended(answers[0]?.body.import.id);
    expect((await call('GET', 'users-imports')).body.imports[1].id).toBeLessThan(answers[0]?.body.import.id);
    const stored = await db()
      .selectFrom('imports')
      .select('id')
      .where('idempotency_key', '=', `ten ${name}`)
      .execute();
    expect(stored).toHaveLength(1);
    await until(async () => expect(await db().selectFrom('stray_files').selectAll().execute()).toEqual([]));
  },
);

test('the list has the latest first', async () => {
  const { imports, count: all } = (await call('GET', 'users-imports')).body;
  expect(all).toBeGreaterThan(10);
  expect(imports[0].id).toBeGreaterThan(imports[1].id);
});
