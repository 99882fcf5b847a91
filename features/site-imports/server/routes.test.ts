/** Imports of history over HTTP: the steps of the screen, moments of the file, and whose file may say what. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { csvForm, overSiteImport } from '../../../test/csv-files.ts';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { moveFile } from '../../../test/moved-files.ts';
import { inDays, makeEvent } from '../../../test/rows/events.ts';
import { makeSoldClass } from '../../../test/rows/sold-classes.ts';
import type { MovedKind } from '../rules.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let program: number;
let other: number;
let class_id: number;
let email: string;
let user_id: number;
let bound: Call & { admin_id: number };

beforeAll(async () => {
  program = (await makeProgram(db())).id;
  other = (await makeProgram(db())).id;
  class_id = await makeSoldClass(db(), program);
  ({ id: user_id, email } = await makeSiteUser(db(), { program_id: program }));
  bound = await app().as({ permissions: ['programadmin'], program_id: program });
});

const send = (by: Call, text: string, fields: Record<string, string> = {}) =>
  by('POST', 'site-import', csvForm(text, { kind: 'charges', dry_run: '1', ...fields }, 'history.csv'));

test('a file is read and shown, mapped anew, run and known again', async () => {
  const text = `Number;Who;Product;Total;Day\nw-1;${email};${class_id};10;2024-03-01\nw-2;nobody;${class_id};10;2024-03-01\n`;
  const { status, body } = await send(bound, text);
  expect([status, body.import]).toMatchObject([
    202,
    {
      state: 'ready',
      kind: 'charges',
      program_id: program,
      separator: ';',
      mapping: { Number: '', Who: '', Product: 'class', Total: 'amount', Day: '' },
      problem: 'Choose the column with a reference for each row',
      paid_out_before: null,
      same_file_as: null,
    },
  ]);
  const { id } = body.import;
  expect((await bound('POST', `site-import/${id}/run`)).status).toBe(400);
  const mapping = {
    Number: 'reference',
    Who: 'email',
    Product: 'class',
    Total: 'amount',
    Day: 'occurred_at',
  };
  const mapped = await bound('POST', `site-import/${id}/mapping`, { mapping, paid_out_before: '2024-06-01' });
  expect(mapped.body.import).toMatchObject({
    state: 'ready',
    total: 2,
    created: 1,
    rejected: 1,
    problem: null,
    paid_out_before: '2024-06-01T00:00:00.000Z',
    preview: [
      { line: 2, action: 'created', fields: { reference: 'w-1', email } },
      { line: 3, action: 'rejected', column: 'Who', reason: 'There is no user nobody' },
    ],
  });
  const sold = () =>
    db().selectFrom('charges').select(['source']).where('site_program_id', '=', program).execute();
  expect(await sold()).toEqual([]);
  expect((await bound('POST', `site-import/${id}/run`)).status).toBe(202);
  expect(await overSiteImport(bound, id)).toMatchObject({ state: 'done', created: 1, rejected: 1 });
  expect(await sold()).toEqual([{ source: 'import' }]);
  const again = await send(bound, text, { mapping: JSON.stringify(mapping), paid_out_before: '2024-06-01' });
  expect(again.body.import).toMatchObject({ same_file_as: id, created: 0, unchanged: 1, rejected: 1 });
  const payouts = await db()
    .selectFrom('payouts')
    .select('paid_at')
    .where('method', '=', 'elsewhere')
    .execute();
  expect(payouts).toEqual([{ paid_at: '2024-06-01T00:00:00.000Z' }]);
});

test('what is moved in carries the moment of the file', async () => {
  const event = await makeEvent(db(), {
    program_id: program,
    start_at: inDays(-1),
    end_at: inDays(2),
    ticket_price: 150,
  });
  const files: [MovedKind, string][] = [
    [
      'enrolments',
      `id,email,class,Enrolled at\np-1,${email},${await makeSoldClass(db(), program)},2021-02-03 04:05\n`,
    ],
    ['coins', `id,email,points,reason,Awarded at\nq-1,${email},50,Years,2021-02-04\n`],
    ['tickets', `id,email,event,quantity,date\nt-1,${email},${event.id},2,2021-02-05T12:00:00+02:00\n`],
  ];
  for (const [kind, text] of files)
    expect(await moveFile(app().platform, { kind, program_id: program, text })).toMatchObject({
      reasons: [],
    });
  const { rows } = await sql<{ kind: string; at: string }>`
    select 'place' as kind, dateadded as at from class_users where user_id = ${user_id} and charge_id is null
    union all select kind, created_at from lilt_entries where user_id = ${user_id}
    union all select 'sold', created_at from tickets where user_id = ${user_id} order by 2, 1`.execute(db());
  const noon = '2021-02-05T10:00:00.000Z';
  expect(rows).toEqual([
    { kind: 'place', at: '2021-02-03T04:05:00.000Z' },
    { kind: 'grant', at: '2021-02-04T00:00:00.000Z' },
    { kind: 'sold', at: noon },
    { kind: 'sold', at: noon },
    { kind: 'ticket', at: noon },
  ]);
  const late = `id,email,points,reason,date\nq-9,${email},50,Years,2199-01-01\n`;
  const { reasons } = await moveFile(app().platform, { kind: 'coins', program_id: program, text: late });
  expect(reasons).toEqual([expect.stringMatching(/^line 2: date: /)]);
});

test('a file goes into a program of the caller, of one kind, and only sales are paid out', async () => {
  const text = 'reference,email\nx-1,x\n';
  const superadmin = await app().as({ permissions: ['superadmin'] });
  const answers = [
    await send(bound, text, { program_id: String(other) }),
    await send(superadmin, text),
    await send(superadmin, text, { program_id: '999999' }),
    await send(bound, text, { kind: 'users' }),
    await send(bound, text, { kind: 'coins', paid_out_before: '2024-01-01' }),
    await send(bound, text, { paid_out_before: '2199-01-01' }),
    await send(bound, text, { mapping: JSON.stringify({ reference: 'seconds' }) }),
    await send(await app().as({ permissions: ['money', 'users'], program_id: program }), text),
  ];
  expect(answers.map(({ status, body }) => [status, body.errors?.[0]?.path])).toEqual([
    [404, undefined],
    [400, 'program_id'],
    [404, undefined],
    [400, 'kind'],
    [400, 'paid_out_before'],
    [400, 'paid_out_before'],
    [400, 'mapping'],
    [403, undefined],
  ]);
});

test('an import of users is none of history, nor the other way about', async () => {
  const people = await bound('POST', 'users-import', csvForm('email\nz@x.example\n', { dry_run: '1' }));
  const { body } = await send(bound, 'reference,email\nx-1,x\n');
  const [users, history] = [people.body.import.id, body.import.id];
  const answers = [
    await bound('GET', `site-import/${users}`),
    await bound('POST', `site-import/${users}/run`),
    await bound('POST', `site-import/${users}/undo`),
    await bound('GET', `users-import/${history}`),
    await bound('POST', `users-import/${history}/cancel`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  const list = await bound('GET', 'site-imports');
  expect(list.body.imports.map(({ id }: { id: number }) => id)).not.toContain(users);
});

test('which rows an import has made is no session of the program to say', async () => {
  const { body } = await send(bound, 'reference,email\nx-1,x\n');
  const scoped = app().platform.database.forProgram(program);
  await expect(
    sql`insert into site_import_rows (import_id, line, outcome, reference, booked_id)
      values (${body.import.id}, 9, 'created', 'x', 1)`.execute(scoped),
  ).rejects.toMatchObject({ code: '42501' });
  for (const undo of ['take_back_sales', 'take_back_attendances'])
    await expect(
      sql.raw(`select * from ${undo}(${body.import.id}, '{2}')`).execute(scoped),
      undo,
    ).rejects.toMatchObject({ code: '42501' });
});
