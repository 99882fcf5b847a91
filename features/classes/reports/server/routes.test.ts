/** The class specific report, a class's users as a file, and its report by mail. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { deliverDueMails } from '../../../../server/mail/deliver-mails.job.ts';
import {
  chargeValues,
  makeClass,
  makeEnrolment,
  makeInstructor,
  makeProgram,
  makeSession,
  makeSiteUser,
} from '../../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { makeRefund } from '../../../../test/rows/charges.ts';
import { system } from '../../../../test/system.ts';
import { until } from '../../../../test/until.ts';
import { refundCharge } from '../../../transactions/refunds/server/refunds.ts';
import { recordCharge } from '../../../transactions/server/charges.ts';
import { mailClassReports } from './class-reports.ts';
import { factsOf } from './report-facts.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const app = useTestApp();
const db = () => app().platform.database.everything;

let superadmin: Call & { admin_id: number };
let bound: Call & { admin_id: number };
const [own, other] = [{ id: 0 }, { id: 0 }];
/** A class of the own program, sold in three currencies; one without anything; another program's, sold here as well. */
const ids = { sold: 0, quiet: 0, gone: 0, lent: 0, foreign: 0, student: 0, guest: 0 };

beforeAll(async () => {
  own.id = (await makeProgram(db())).id;
  other.id = (await makeProgram(db())).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['catalogue'], program_id: own.id });
  const ada = await makeInstructor(db(), { program_id: own.id, first_name: 'Ada', last_name: '=Löwe' });
  const bob = await makeInstructor(db(), { program_id: other.id });
  const at = { program_id: own.id, instructor_id: ada.id };
  ids.sold = (await makeClass(db(), { ...at, class_name: '+Painting, "oil"' })).id;
  ids.quiet = (await makeClass(db(), { ...at, class_name: 'Quiet', currency: 'EUR' })).id;
  ids.gone = (await makeClass(db(), { ...at, del_flag: 1 })).id;
  ids.lent = (await makeClass(db(), { program_id: other.id, instructor_id: bob.id })).id;
  ids.foreign = (await makeClass(db(), { program_id: other.id, instructor_id: bob.id })).id;
  await db().insertInto('class_programs').values({ class_id: ids.lent, program_id: own.id }).execute();
  ids.student = (
    await makeSiteUser(db(), { program_id: own.id, first_name: '@Grace', last_name: 'Number' })
  ).id;
  ids.guest = (await makeSiteUser(db(), { program_id: other.id, last_name: 'Guest' })).id;

  await sell('2026-01-31T23:59:59.999Z', 100_00, 'USD');
  await sell('2026-01-01T00:00:00Z', 49_99, 'USD');
  await sell('2025-12-31T23:59:59.999Z', 7_77, 'USD');
  await sell('2026-02-01T00:00:00Z', 8_88, 'USD');
  await refund(await sell('2025-06-01T00:00:00Z', 90_00, 'EUR'), 30_00, '2026-01-15T00:00:00Z');
  await sell('2026-01-02T00:00:00Z', 1500, 'JPY');
  const twenty = await sell('2026-01-05T00:00:00Z', 20_00, 'USD');
  await refund(twenty, 5_01, '2026-01-06T00:00:00Z');
  // What gave nothing back is none, whatever became of it.
  for (const state of ['requested', 'unknown', 'failed'] as const)
    await makeRefund(db(), { charge_id: twenty, amount: 1_00, state, created_at: '2026-01-07T00:00:00Z' });

  for (const class_id of [ids.sold, ids.lent, ids.foreign]) {
    await makeEnrolment(db(), { class_id, user_id: ids.student, dateadded: '2026-01-03T10:00:00Z' });
    await makeEnrolment(db(), { class_id, user_id: ids.guest, dateadded: '2026-01-04T10:00:00Z' });
  }
  const left = await makeSiteUser(db(), { program_id: own.id });
  await makeEnrolment(db(), {
    class_id: ids.sold,
    user_id: left.id,
    enrol_status: 5,
    dateadded: '2026-01-05T10:00:00Z',
  });
  const session = await makeSession(db(), { class_id: ids.sold });
  const came = { session_id: session.id, class_id: ids.sold, attended_at: '2026-01-10T10:05:00Z' };
  await db()
    .insertInto('attendances')
    .values([
      { ...came, user_id: ids.student, type: 'live' },
      { ...came, user_id: ids.guest, type: 'live' },
      { ...came, user_id: ids.guest, type: 'recording' },
      { ...came, user_id: ids.student, type: 'recording', attended_at: '2026-02-10T00:00:00Z' },
    ])
    .execute();
});

async function sell(created_at: string, amount: number, currency: 'USD' | 'EUR' | 'JPY'): Promise<number> {
  const id = await recordCharge(system(db()), { class_id: ids.sold, amount, currency });
  await db().updateTable('charges').set({ created_at }).where('id', '=', id).execute();
  return id;
}

async function refund(charge_id: number, amount: number, succeeded_at: string): Promise<void> {
  const id = await refundCharge(system(db()), { charge_id, amount });
  await db().updateTable('refunds').set({ succeeded_at }).where('id', '=', id).execute();
}

/** Asks until it is whole, as the screen does, and reads the file. */
async function report(call: Call, query: string): Promise<string[][]> {
  let known = await call('GET', `reports/class-detail-csv?page=1&file_name=&${query}`);
  for (let page = 2; known.body.result; page++)
    known = await call(
      'GET',
      `reports/class-detail-csv?page=${page}&file_name=${known.body.file_name}&${query}`,
    );
  expect(known.status, JSON.stringify(known.body)).toBe(200);
  const { body } = await call('GET', `/storage/reports/${known.body.file_name}`);
  expect(String(body).startsWith('\ufeff')).toBe(true);
  const rows = parse(String(body).slice(1), { record_delimiter: '\r\n' }) as string[][];
  expect(known.body.count).toBe(rows.length - 1);
  return rows;
}

const HEADER = [
  'ID',
  'Class',
  'Instructor',
  'Enrolled',
  'Live',
  'Recordings',
  'Currency',
  'Sales',
  'Refunds',
  'Net',
];
const soldRow = (...figures: string[]) => [String(ids.sold), `'+Painting, "oil"`, 'Ada =Löwe', ...figures];

describe('GET reports/class-detail-csv', () => {
  test('has a row a class and currency, with what falls into the days, both included', async () => {
    const rows = await report(superadmin, `program_id=${own.id}&dates=2026-01-01,2026-01-31`);
    expect(rows).toEqual([
      HEADER,
      soldRow('2', '2', '1', 'EUR', '0.00', '30.00', '-30.00'),
      soldRow('2', '2', '1', 'JPY', '1500', '0', '1500'),
      soldRow('2', '2', '1', 'USD', '169.99', '5.01', '164.98'),
      [String(ids.quiet), 'Quiet', 'Ada =Löwe', '0', '0', '0', 'EUR', '0.00', '0.00', '0.00'],
    ]);
  });

  test('without days is of all time', async () => {
    const rows = await report(superadmin, `program_id=${own.id}`);
    expect(rows.find((row) => row[6] === 'USD')).toEqual(
      soldRow('2', '2', '2', 'USD', '186.64', '5.01', '181.63'),
    );
  });

  test('is a row a class without a word of sales for whoever holds no money, even where one was deleted', async () => {
    const gone = chargeValues({ class_id: ids.gone, program_id: own.id, created_at: '2026-04-01T00:00:00Z' });
    await db()
      .insertInto('charges')
      .values({ ...gone, amount: 0, charge_type: 'class_payment' })
      .execute();
    expect(await report(bound, 'dates=2026-01-01,2026-04-30')).toEqual([
      HEADER.slice(0, 7),
      soldRow('2', '2', '2', 'USD'),
      [String(ids.quiet), 'Quiet', 'Ada =Löwe', '0', '0', '0', 'EUR'],
    ]);
    await db().deleteFrom('charges').where('class_id', '=', ids.gone).execute();
    const both = await app().as({ permissions: ['catalogue', 'money'], program_id: own.id });
    expect(await report(both, 'dates=2026-01-01,2026-01-31')).toHaveLength(5);
  });

  test('with its sales is no longer fetched once money may not be seen', async () => {
    const call = await app().as({ permissions: ['catalogue', 'money'], program_id: own.id });
    const file = async () => {
      const asked = async (name: string) =>
        (await call('GET', `reports/class-detail-csv?file_name=${name}`)).body;
      return until(async () => {
        const body = await asked(name);
        expect(body.result).toBe(false);
        return `/storage/reports/${body.file_name}`;
      });
    };
    let name = (await call('GET', 'reports/class-detail-csv?file_name=')).body.file_name;
    const whole = await file();
    expect((await call('GET', whole)).status).toBe(200);
    await db()
      .updateTable('admins')
      .set({ permissions: ['catalogue'] })
      .where('id', '=', call.admin_id)
      .execute();
    expect((await call('GET', whole)).status).toBe(404);
    name = (await call('GET', 'reports/class-detail-csv?file_name=')).body.file_name;
    expect((await call('GET', await file())).status).toBe(200);
  });

  test('names a deleted class where it has sold something', async () => {
    const values = chargeValues({
      class_id: ids.gone,
      program_id: own.id,
      created_at: '2026-03-01T00:00:00Z',
    });
    await db()
      .insertInto('charges')
      .values({ ...values, amount: 0, charge_type: 'membership_payment' })
      .execute();
    const [from, to] = ['2026-03-01', '2026-03-01'];
    const named = async () =>
      (await report(superadmin, `program_id=${own.id}&dates=${from},${to}`)).some(
        ([id]) => id === String(ids.gone),
      );
    expect(await named(), 'another type of charge').toBe(false);
    await db()
      .insertInto('charges')
      .values({ ...values, amount: 0, charge_type: 'bundle_payment' })
      .execute();
    expect(await named()).toBe(true);
  });

  test('keeps a bound admin to the own program, whatever it asks for', async () => {
    for (const asked of ['', `program_id=${other.id}`, 'program_id=0']) {
      const found = (await report(bound, `dates=2026-01-01,2026-01-31&${asked}`))
        .slice(1)
        .map(([id]) => Number(id));
      expect(new Set(found)).toEqual(new Set([ids.sold, ids.quiet]));
    }
    const all = (await report(superadmin, '')).slice(1).map(([id]) => Number(id));
    expect(all).toEqual(expect.arrayContaining([ids.sold, ids.lent, ids.foreign]));
  });

  test('answers 404 for a file of somebody else or of nobody, and 400 for what cannot be read', async () => {
    const { body } = await superadmin('GET', 'reports/class-detail-csv?file_name=');
    for (const name of [body.file_name, `${'0'.repeat(32)}.csv`, '../x', "'", 'x'.repeat(200)]) {
      const { status } = await bound('GET', `reports/class-detail-csv?file_name=${name}`);
      expect([name, status]).toEqual([name, 404]);
    }
    expect((await bound('GET', 'reports/class-detail-csv?file_name=%00x')).status).toBe(400);
    for (const [query, field] of [
      ['dates=2026-01-01', 'dates'],
      ['dates=2026-02-30,2026-03-01', 'dates'],
      ['dates=2026-03-02,2026-03-01', 'dates'],
      ['program_id=-1', 'program_id'],
      ['unknown=1', ''],
    ]) {
      const answer = await superadmin('GET', `reports/class-detail-csv?${query}`);
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, field]);
    }
  });

  test('is written into the audit of the program, without a word of what it holds', async () => {
    await report(bound, 'dates=2026-01-01,2026-01-31');
    const entry = await db()
      .selectFrom('audit_entries')
      .select(['admin_id', 'program_id', 'action', 'after'])
      .where('entity', '=', 'export')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(entry).toEqual({
      admin_id: bound.admin_id,
      program_id: own.id,
      action: 'create',
      after: { kind: 'class-detail', filters: { dates: '2026-01-01,2026-01-31', program_id: 0 } },
    });
  });
});

describe('GET class/{id}/users/csv', () => {
  const users = async (call: Call, id: number) => {
    const { status, body } = await call('GET', `class/${id}/users/csv`);
    expect([status, body.result]).toEqual([200, false]);
    const file = await call('GET', body.file);
    return parse(String(file.body).slice(1), { record_delimiter: '\r\n' }) as string[][];
  };
  const grace = () => [
    String(ids.student),
    "'@Grace",
    'Number',
    expect.any(String),
    '2026-01-03T10:00:00.000Z',
    'Active',
  ];
  const guest = () => [
    String(ids.guest),
    'Ada',
    'Guest',
    expect.any(String),
    '2026-01-04T10:00:00.000Z',
    'Active',
  ];

  test('answers the address of the whole file at once', async () => {
    const [header, ...rows] = await users(superadmin, ids.sold);
    expect(header).toEqual(['ID', 'First name', 'Last name', 'Email', 'Added', 'Status']);
    expect(rows.slice(0, 2)).toEqual([grace(), guest()]);
    expect(rows[2]?.[5]).toBe('Blocked');
  });

  test('at home a bound admin reads every student, of a class that is only sold there the own people', async () => {
    expect((await users(bound, ids.sold)).slice(1, 3)).toEqual([grace(), guest()]);
    expect((await users(bound, ids.lent)).slice(1)).toEqual([grace()]);
    expect((await users(superadmin, ids.lent)).slice(1)).toEqual([grace(), guest()]);
    expect((await bound('GET', `class/${ids.foreign}/users/csv`)).status).toBe(404);
    expect((await superadmin('GET', 'class/2000000000/users/csv')).status).toBe(404);
  });

  test('above 20,000 rows it is asked for again by its name', async () => {
    const full = await makeClass(db(), { instructor_id: (await makeInstructor(db())).id });
    await sql`with made as (insert into site_users (email, last_name)
        select 'many-' || n || '@example.org', repeat('x', 200) from generate_series(1, 20001) n returning id)
      insert into class_users (class_id, user_id) select ${full.id}, id from made`.execute(db());
    const first = await superadmin('GET', `class/${full.id}/users/csv`);
    expect(first.body).toMatchObject({ file_name: expect.any(String), total: 20_001 });
    const { file_name } = first.body;
    const last = await until(async () => {
      const { body } = await superadmin('GET', `class/${full.id}/users/csv?file_name=${file_name}`);
      expect(body.result).toBe(false);
      return body;
    });
    expect(last).toEqual({
      result: false,
      file_name,
      count: 20_001,
      total: 20_001,
      file: `/storage/reports/${file_name}`,
    });
  });
});

describe('POST class/{id}/report', () => {
  const mails = () => db().selectFrom('mails').selectAll().orderBy('id', 'desc').execute();

  test('mails a workbook to whoever asked, once, and leaves no attachment behind', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => bound('POST', `class/${ids.sold}/report`)));
    expect(statusesOf(answers)).toEqual([200, 200, 200]);
    await Promise.all([mailClassReports(app().platform), mailClassReports(app().platform)]);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    const { email } = await db()
      .selectFrom('admins')
      .select('email')
      .where('id', '=', bound.admin_id)
      .executeTakeFirstOrThrow();
    expect(mail).toMatchObject({
      to_address: email,
      subject: `Report of class ${ids.sold}: +Painting, "oil"`,
    });
    const kept = await db().selectFrom('mail_attachments').selectAll().execute();
    expect(kept).toMatchObject([{ mail_id: mail?.id, file_name: `class-${ids.sold}-report.xlsx` }]);
    await deliverDueMails(app().platform);
    const folder = path.join(app().platform.config.dataDir, 'mail');
    const [eml = ''] = await readdir(folder);
    const text = await readFile(path.join(folder, eml), 'utf8');
    expect(text).toContain(`filename=class-${ids.sold}-report.xlsx`);
    const encoded = /filename=class-\d+-report\.xlsx\n\n([\w+/=\n]+)/.exec(text)?.[1] ?? '';
    expect(
      Buffer.from(encoded.replaceAll('\n', ''), 'base64').equals(kept[0]?.bytes ?? Buffer.alloc(0)),
    ).toBe(true);
    expect(kept[0]?.bytes.subarray(0, 2).toString()).toBe('PK');
    expect(await db().selectFrom('mail_attachments').selectAll().execute()).toEqual([]);
    expect(await db().selectFrom('class_reports').selectAll().execute()).toEqual([]);
  });

  test('counts who came outside of any session as well', async () => {
    const { id: class_id } = await makeClass(db(), {
      program_id: own.id,
      instructor_id: (await makeInstructor(db())).id,
    });
    const session = await makeSession(db(), { class_id });
    const came = { class_id, user_id: ids.student, attended_at: '2026-01-10T10:05:00Z' };
    await db()
      .insertInto('attendances')
      .values([
        { ...came, session_id: session.id, type: 'live' },
        { ...came, type: 'live' },
        { ...came, type: 'recording' },
        { ...came, type: 'recording', user_id: ids.guest },
      ])
      .execute();
    const facts = await factsOf(app().platform, class_id, bound.admin_id);
    const [first, last, ...more] = facts?.sheets.find(({ name }) => name === 'Attendance')?.rows ?? [];
    expect(first).toEqual([session.id, expect.any(String), expect.any(String), 0, 1, 0]);
    expect([last, more]).toEqual([[null, null, null, null, 1, 2], []]);
  });

  test('has sheets of charges for whoever holds money when it is made, and says by which day they count', async () => {
    const call = await app().as({ permissions: ['catalogue', 'money'], program_id: own.id });
    const facts = async () => factsOf(app().platform, ids.sold, call.admin_id);
    const names = async () => (await facts())?.sheets.map(({ name }) => name);
    expect(await names()).toEqual(['Sales by month', 'Enrolments', 'Attendance', 'Refunds']);
    expect((await facts())?.counted).toContain('refunds by the day of the refund');
    await db()
      .updateTable('admins')
      .set({ permissions: ['catalogue'] })
      .where('id', '=', call.admin_id)
      .execute();
    expect(await names()).toEqual(['Enrolments', 'Attendance']);
    expect((await facts())?.counted).toBeNull();
  });

  test('is for classes at home alone', async () => {
    expect((await bound('POST', `class/${ids.lent}/report`)).status).toBe(403);
    expect((await bound('POST', `class/${ids.foreign}/report`)).status).toBe(404);
    expect((await superadmin('POST', `class/${ids.lent}/report`)).status).toBe(200);
  });

  test('reaches nobody who has lost the right to it meanwhile', async () => {
    const call = await app().as({ permissions: ['catalogue'], program_id: own.id });
    expect((await call('POST', `class/${ids.sold}/report`)).status).toBe(200);
    await db().updateTable('admins').set({ program_id: other.id }).where('id', '=', call.admin_id).execute();
    await mailClassReports(app().platform);
    const { email } = await db()
      .selectFrom('admins')
      .select('email')
      .where('id', '=', call.admin_id)
      .executeTakeFirstOrThrow();
    expect((await mails()).filter((mail) => mail.to_address === email)).toEqual([]);
    const asked = db().selectFrom('class_reports').selectAll().where('admin_id', '=', call.admin_id);
    expect(await asked.execute()).toEqual([]);
  });

  test('one that cannot be made is tried three times and then dropped, so that it can be asked for again', async () => {
    const waiting = { class_id: ids.quiet, admin_id: superadmin.admin_id };
    await db()
      .insertInto('class_reports')
      .values({ ...waiting, attempts: 3 })
      .execute();
    const before = (await mails()).length;
    await mailClassReports(app().platform);
    expect((await mails()).length).toBe(before);
    expect((await superadmin('POST', `class/${ids.quiet}/report`)).status).toBe(200);
    await mailClassReports(app().platform);
    expect((await mails()).length).toBe(before + 1);
  });
});

describe('GET class/{id}/report', () => {
  test('is the mailed workbook as a file, made by the rights of now, for whoever may have it', async () => {
    const { status, body, headers } = await bound('GET', `class/${ids.sold}/report`);
    expect([status, body]).toEqual([200, { file: `/storage/reports/class-${ids.sold}.xlsx` }]);
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const fetched = await bound('GET', body.file);
    expect([fetched.status, fetched.headers['content-type']]).toEqual([200, XLSX]);
    expect(fetched.headers['content-disposition']).toMatch(
      new RegExp(`filename="class-${ids.sold}-report-\\d{4}-\\d\\d-\\d\\d\\.xlsx"$`),
    );
    const byCookie = await app().http.inject({ method: 'GET', url: body.file, headers: { cookie } });
    expect(byCookie.rawPayload.subarray(0, 2).toString()).toBe('PK');
    expect((await app().call('GET', body.file)).status).toBe(404);
    expect(sheetsIn(byCookie.rawPayload)).toEqual(['Enrolments', 'Attendance']);
    const rich = await app().as({ permissions: ['catalogue', 'money'], program_id: own.id });
    const token = String((await rich('GET', `class/${ids.sold}/report`)).headers['set-cookie']).split(';')[0];
    const all = await app().http.inject({
      method: 'GET',
      url: body.file,
      headers: { cookie: token ?? '' },
    });
    expect(sheetsIn(all.rawPayload)).toEqual(['Sales by month', 'Enrolments', 'Attendance', 'Refunds']);
    await db().updateTable('admins').set({ program_id: other.id }).where('id', '=', rich.admin_id).execute();
    const moved = await app().http.inject({
      method: 'GET',
      url: body.file,
      headers: { cookie: token ?? '' },
    });
    expect(moved.statusCode).toBe(404);
    const audited = db()
      .selectFrom('audit_entries')
      .select('action')
      .where('entity', '=', 'class')
      .where('entity_id', '=', String(ids.sold))
      .where('admin_id', '=', rich.admin_id);
    expect(await audited.execute()).toEqual([{ action: 'report' }]);
  });

  test('is for classes at home alone', async () => {
    expect((await bound('GET', `class/${ids.lent}/report`)).status).toBe(403);
    expect((await bound('GET', `class/${ids.foreign}/report`)).status).toBe(404);
    for (const file of [
      `class-${ids.lent}.xlsx`,
      `class-${ids.foreign}.xlsx`,
      'class-0.xlsx',
      'class-1.csv',
      'class-.xlsx',
    ])
      expect([file, (await bound('GET', `/storage/reports/${file}`)).status]).toEqual([file, 404]);
    expect((await superadmin('GET', `/storage/reports/class-${ids.lent}.xlsx`)).status).toBe(200);
  });
});

/** The names of the sheets of a workbook, whose parts are packed one by one. */
function sheetsIn(workbook: Buffer): string[] {
  const part = 'xl/workbook.xml';
  const named = workbook.indexOf(part);
  const extra = workbook.readUInt16LE(named - 2);
  const xml = inflateRawSync(workbook.subarray(named + part.length + extra)).toString();
  return Array.from(xml.matchAll(/<sheet [^>]*name="([^"]+)"/g), ([, sheet = '']) => sheet);
}
