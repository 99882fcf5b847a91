/** The export of all that is held of a person. */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { asSystem } from '../../../../server/context.ts';
import { makeAdmin, makeClass, makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../test/harness.ts';
import { makePersonEverywhere, unlikeOthers } from '../../../../test/rows/person-everywhere.ts';
import { until } from '../../../../test/until.ts';
import { storedPath } from '../../../exports/server/stored-path.ts';
import { recordCharge } from '../../../transactions/server/charges.ts';
import { USER_DATA } from './user-data.ts';
import { FILE_WORDS } from './user-data-words.ts';

const app = useTestApp();

test('a ZIP has a file for each kind with the texts of the person, in the clear and without what opens anything', async () => {
  const call = await app().as({ permissions: ['superadmin'] });
  const person = await makePersonEverywhere(app(), call);
  const { everything: db } = app().platform.database;
  const given = unlikeOthers();
  await call('PATCH', `site-user/${person.id}`, { user_data: { email: given.email } });
  await call('PATCH', `site-user/${person.id}`, { user_data: { email: person.email } });
  await makeSiteUser(db, { email: given.email });
  // More than are read at a time.
  await db
    .insertInto('mails')
    .values(
      Array.from({ length: 1_201 }, (_, index) => ({
        to_address: person.old_email,
        subject: `Old ${index}`,
        body_text: 'Of before',
      })),
    )
    .execute();
  await db
    .insertInto('mails')
    .values({ to_address: given.email, subject: 'To somebody else', body_text: 'Whose address it is now' })
    .execute();
  const lent = await lentAddress(call, person.id, person.email);
  const { file_name } = (await call('GET', `user/${person.id}/data`)).body;
  expect(file_name).toMatch(/^[\da-f]{32}\.zip$/);
  await until(async () => {
    const { body } = await call('GET', `user/${person.id}/data?file_name=${file_name}`);
    expect(body.result).toBe(false);
  });
  const served = await app().http.inject({ url: `/storage/reports/${file_name}` });
  expect(served.statusCode).toBe(404);
  expect((await call('GET', `/storage/reports/${file_name}`)).headers).toMatchObject({
    'content-type': 'application/zip',
  });
  const stored = await app().platform.files.get(storedPath({ file_name, attempts: 1 }));
  if (!stored) throw new Error('there is no file');
  const files = await unzipped(await buffer(stored));
  const texts = new Map([...files].map(([name, bytes]) => [name, bytes.toString()]));
  expect([...texts.keys()]).toEqual(
    expect.arrayContaining([
      'site_users.json',
      'audit.json',
      'mails.json',
      'versions.json',
      'payment_accounts.json',
    ]),
  );
  const whole = [...texts.values()].join('');
  expect(JSON.parse(texts.get('addresses.json') ?? '')).toEqual(
    [person.email, person.old_email, lent].toSorted(),
  );
  const mailed = JSON.parse(texts.get('mails.json') ?? '').map(({ subject }: { subject: string }) => subject);
  expect(mailed.filter((subject: string) => subject.startsWith('Old '))).toHaveLength(1_201);
  expect(mailed).not.toContain('To somebody else');
  expect(mailed.filter((subject: string) => subject.startsWith('Lent '))).toEqual(['Lent 0', 'Lent 3']);
  for (const text of person.wanted.filter((one) => one !== person.account)) expect(whole).toContain(text);
  expect(texts.get('payment_accounts.json')).toContain(person.account);
  expect(whole).not.toMatch(/password_hash|"sealed"|token_hash/);
  const entries = await app()
    .platform.database.everything.selectFrom('audit_entries')
    .select(['admin_id', 'after'])
    .where('entity', '=', 'export')
    .where('entity_id', '=', 'user-data')
    .execute();
  expect(entries).toEqual([
    { admin_id: call.admin_id, after: { kind: 'user-data', filters: { id: person.id } } },
  ]);
});

test('a teacher’s has the sales of their classes without their buyers, and says in words what each file is', async () => {
  const { everything: db } = app().platform.database;
  const program = await makeProgram(db);
  const [teacher, buyer] = [
    await makeSiteUser(db, { program_id: program.id }),
    await makeSiteUser(db, { program_id: program.id }),
  ];
  const taught = await makeClass(db, { program_id: program.id, instructor_id: teacher.id });
  const sell = (student_id: number, description: string) =>
    recordCharge(asSystem(app().platform, 'test'), {
      class_id: taught.id,
      amount: 5000,
      currency: 'USD',
      code: 'FRIENDS10',
      student_id,
      description,
    });
  const own = await sell(teacher.id, 'For myself');
  const other = await sell(buyer.id, 'For my daughter Ada');
  await db
    .insertInto('attendances')
    .values({ class_id: taught.id, user_id: buyer.id, instructor_id: teacher.id, type: 'live' })
    .execute();
  const texts = await textsOf(teacher.id);
  const charges = JSON.parse(texts.get('charges.json') ?? '');
  expect(charges).toMatchObject([
    { id: own, student_id: teacher.id, code: 'FRIENDS10', description: 'For myself' },
    { id: other, instructor_id: teacher.id, amount: 5000, student_id: null, code: null, description: null },
  ]);
  expect(JSON.parse(texts.get('attendances.json') ?? '')).toMatchObject([
    { instructor_id: teacher.id, user_id: null },
  ]);
  const readme = texts.get('README.txt') ?? '';
  const lists = [...texts.keys()].filter((name) => name.endsWith('.json'));
  for (const name of lists) expect(readme).toContain(`- ${name}: ${FILE_WORDS[name.slice(0, -5)]}`);
});

test('each table that knows a person has words for its file', async () => {
  const { rows } = await sql<{
    table: string;
  }>`select distinct conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = 'site_users'::regclass`.execute(app().platform.database.everything);
  expect(rows.map(({ table }) => table).filter((table) => !FILE_WORDS[table])).toEqual([]);
});

test('a connection that ends in the middle fails the export, and nothing else', async () => {
  const { everything: db } = app().platform.database;
  const { id, email } = await makeSiteUser(db, { email: unlikeOthers().email });
  await db
    .insertInto('mails')
    .values(
      Array.from({ length: 1_500 }, () => ({
        to_address: email,
        subject: 'Long',
        // As it cannot be made shorter, more waits than any buffer holds.
        body_text: randomBytes(3_000).toString('base64'),
      })),
    )
    .execute();
  const read = async () => {
    for await (const _piece of USER_DATA.zip(asSystem(app().platform, 'test'), { id })) await endFetches();
  };
  await expect(read()).rejects.toThrow(/terminat|queryable/);
  expect((await app().http.inject({ url: '/readyz' })).statusCode).toBe(200);
});

/** The files of somebody's archive by name. */
async function textsOf(id: number): Promise<Map<string, string>> {
  const pieces: Buffer[] = [];
  for await (const piece of USER_DATA.zip(asSystem(app().platform, 'test'), { id })) pieces.push(piece);
  const files = await unzipped(Buffer.concat(pieces));
  return new Map([...files].map(([name, bytes]) => [name, bytes.toString()]));
}

/** An address that the person had, then another user, then a colleague, and now nobody; each got a mail there. */
async function lentAddress(call: Call, id: number, email: string): Promise<string> {
  const { everything: db } = app().platform.database;
  const lent = unlikeOthers().email;
  let sent = 0;
  const mail = () =>
    db
      .insertInto('mails')
      .values({ to_address: lent, subject: `Lent ${sent++}`, body_text: 'To whoever had it' })
      .execute();
  const rename = async (path: string, to: string) =>
    expect((await call('PATCH', path, { user_data: { email: to } })).status).toBe(200);
  await rename(`site-user/${id}`, lent);
  await mail();
  await rename(`site-user/${id}`, email);
  const other = await makeSiteUser(db, { email: lent, program_id: (await makeProgram(db)).id });
  await mail();
  await rename(`site-user/${other.id}`, unlikeOthers().email);
  const colleague = await makeAdmin(db, {
    email: lent,
    permissions: ['audit'],
    created_at: new Date().toISOString(),
  });
  await mail();
  await rename(`user/${colleague.id}`, unlikeOthers().email);
  await mail();
  return lent;
}

async function endFetches(): Promise<void> {
  const owner = new pg.Client(app().ownerUrl);
  await owner.connect();
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ~ '^(fetch|declare)'`);
  await owner.end();
}

/** The files of an archive by name. */
async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await promisify<Buffer, object, ZipFile>(yauzl.fromBuffer)(bytes, { lazyEntries: true });
  const read = promisify<Entry, Readable>(zip.openReadStream.bind(zip));
  const files = new Map<string, Buffer>();
  for (let left = zip.entryCount; left > 0; left--) {
    const entry = await new Promise<Entry>((resolve) => {
      zip.once('entry', resolve);
      zip.readEntry();
    });
    files.set(entry.fileName, await buffer(await read(entry)));
  }
  return files;
}
