/** The commands as a person runs them: their own processes, their output, their exit codes. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealAudit } from '../features/audit/server/audit-seals.ts';
import { asSystem } from '../server/context.ts';
import { openDatabase } from '../server/db/client.ts';
import { startEmbeddedPostgres } from '../server/db/embedded/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { inDepth } from '../test/deep.ts';
import { makeAdmin, makeClass, makeInstructor, makeProgram, makeSiteUser } from '../test/factories.ts';
import { makeCharge } from '../test/rows/charges.ts';
import { setRows } from '../test/rows/commission-groups.ts';
import { platformOn } from '../test/system.ts';
import { TEST_SECRET } from '../test/test-database.ts';
import { useDatabase } from '../test/use-database.ts';

const database = useDatabase();
const SECRET = TEST_SECRET.toString();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'provost-commands-'));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

type Ended = { code: number; stdout: string; stderr: string };

function run(command: string, args: (string | number)[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const settings = {
    ...process.env,
    SECRET_KEY: SECRET,
    DATA_DIR: folder,
    DATABASE_URL: database().urls.owner,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`cli/${command}.ts`, ...args.map(String)],
      { env: { ...settings, ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

async function makeSeller() {
  const db = database().everything;
  const program = await makeProgram(db, { program_display_name: 'Brightside' });
  const ada = await makeInstructor(db, { program_id: program.id, last_name: 'Lovelace' });
  const friend = await makeSiteUser(db, { program_id: program.id, first_name: 'Grace', last_name: 'Hopper' });
  const { id } = await makeClass(db, {
    instructor_id: ada.id,
    program_id: program.id,
    class_name: 'Engines',
  });
  await setRows(db, 'instructor', ada.id, [
    { type: 0, commission: 20 },
    { type: 1, commission: 10 },
    { type: 3, commission: 5, referrer_id: friend.id, code: 'FRIEND' },
  ]);
  return { class_id: id, student_id: friend.id, instructor_id: ada.id };
}

/** Each is a process of its own: the first few always, all of them in depth. */
function some(refusals: [args: string[], message: string][]) {
  return refusals.slice(0, inDepth(1, refusals.length));
}

describe('reset-second-factor', () => {
  test('lets in whoever has lost the device, ends the sessions and mails; anybody else is told in one line', async () => {
    const db = database().everything;
    const { id, email } = await makeAdmin(db, { permissions: ['superadmin'] });
    await db
      .insertInto('one_time_codes')
      .values({ admin_id: id, pending: false, sealed: Buffer.alloc(60) })
      .execute();
    const session = await db
      .insertInto('sessions')
      .values({ admin_id: id, address: '127.0.0.1' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await run('reset-second-factor', [email.toUpperCase()])).toMatchObject({ code: 0, stderr: '' });
    expect(await db.selectFrom('one_time_codes').selectAll().where('admin_id', '=', id).execute()).toEqual(
      [],
    );
    const { ended_because } = await db
      .selectFrom('sessions')
      .select('ended_because')
      .where('id', '=', session.id)
      .executeTakeFirstOrThrow();
    expect(ended_because).toBe('factor_reset');
    const again = await run('reset-second-factor', [email]);
    expect([again.code, again.stderr]).toEqual([1, `No admin user ${email} has a second factor\n`]);
    expect((await run('reset-second-factor', [])).stderr).toContain('npm run reset-second-factor -- EMAIL');
  });
});

describe('audit:verify', () => {
  test('says in one line that nothing was changed, or what was first, and fails then', async () => {
    const db = database().everything;
    const insert = () =>
      db
        .insertInto('audit_entries')
        .values({ entity: 'class', entity_id: '1', action: 'update' })
        .returning('id')
        .executeTakeFirstOrThrow();
    const [erased, changed] = [await insert(), await insert()];
    await sealAudit(asSystem(platformOn(database()), 'test'));
    await insert();
    await sql`select erase_audit_entry(${erased.id}, null, '{"name": "Erased"}')`.execute(database().owner);
    const right = await run('verify-audit', []);
    expect(right).toMatchObject({ code: 0, stderr: '' });
    expect(right.stdout).toMatch(
      /^Nothing was changed: 1 seals of \d+ entries, the newest 1 of \S+, [0-9a-f]{64}\. 1 are not sealed yet\.\n1 erased: \d+\.\n$/,
    );
    const [, hash = ''] = /, ([0-9a-f]{64})\./.exec(right.stdout) ?? [];
    expect(await run('verify-audit', [1, hash])).toMatchObject({ code: 0 });
    const other = await run('verify-audit', [1, hash.replaceAll(/./g, '0')]);
    expect([other.code, other.stderr]).toEqual([
      1,
      'Seal 1 differs from the log: this seal or an earlier one was replaced.\n',
    ]);
    await database()
      .owner.updateTable('audit_entries')
      .set({ action: 'delete' })
      .where('id', '=', changed.id)
      .execute();
    const wrong = await run('verify-audit', []);
    expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([1, '', `Entry ${changed.id} was changed.\n`]);
    expect((await run('verify-audit', [1])).stderr).toContain('npm run audit:verify -- SEAL HASH');
  });
});

describe('audit:archive', () => {
  test('moves old entries to files, which are read by day and still verify; refuses few days and odd ones', async () => {
    const { owner } = database();
    await sql`insert into audit_entries (at, entity, entity_id, action, after)
      values ('2020-05-05T12:00:00Z', 'class', '12', 'update', '{"price": 12.50}'),
        ('2020-05-06T12:00:00Z', 'event', '12', 'update', '{"name": "Of that day"}')`.execute(owner);
    await sealAudit(asSystem(platformOn(database()), 'test'));
    expect(await run('archive-audit', [365])).toMatchObject({
      code: 0,
      stdout: '2 entries archived, in 1 files.\n',
      stderr: '',
    });
    const read = (...asked: string[]) => run('read-audit', asked);
    const whole = await read('2020-05-05', '2020-05-07');
    expect([whole.code, whole.stdout.trim().split('\n')]).toEqual([
      0,
      [expect.stringContaining('"price": 12.50'), expect.stringContaining('Of that day')],
    ]);
    expect((await read('2020-05-05', '2020-05-07', 'class', '13')).stdout).toBe('');
    expect((await run('archive-audit', [365])).stdout).toBe('0 entries archived, in 0 files.\n');
    for (const odd of [[], [89]])
      expect(await run('archive-audit', odd)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('-- DAYS'),
      });
    expect((await read('2020-05-05', '2020-13-05')).stderr).toContain('FROM UNTIL');
  });
});

describe('money:verify', () => {
  test('says in one line that nothing differs, or names what does first, and fails then', async () => {
    const db = database().everything;
    const { id: program_id } = await makeProgram(db);
    const { id: instructor_id } = await makeInstructor(db, {
      program_id,
      first_name: 'Ada',
      last_name: 'Kept',
    });
    const { id: class_id } = await makeClass(db, { instructor_id, program_id });
    await makeCharge(db, { class_id, instructor_id, program_id, currency: 'USD', amount: 1234 });
    const right = await run('verify-money', []);
    expect(right).toMatchObject({ code: 0, stderr: '' });
    expect(right.stdout).toMatch(
      /^Nothing differs: \d+ sums of \d+ open lines, \d+ balances of payees, \d+ days of \d+ sales\.\n$/,
    );
    const change = (by: number) =>
      sql`update payee_balances set amount = amount + ${by} where payee = ${instructor_id * 2}`.execute(
        database().owner,
      );
    await change(1);
    const wrong = await run('verify-money', []);
    await change(-1);
    expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([
      1,
      '',
      `Ada Kept (payee ${instructor_id * 2}), USD, program ${program_id}, class ${class_id}: USD 12.35 of 1 lines kept, USD 12.34 of 1 lines open.\n`,
    ]);
    expect((await run('verify-money', [1])).stderr).toContain('npm run money:verify takes no arguments');
  });
});

describe('erasures-repeat', () => {
  test('erases again who is on the list, says whom, and refuses a file that is no list in one line', async () => {
    const db = database().everything;
    const { id, dateadded } = await makeSiteUser(db, { first_name: 'Back', last_name: 'Again' });
    await database().owner.insertInto('erased_people').values({ user_id: id, made_at: dateadded }).execute();
    const first = await run('erasures-repeat', []);
    expect([first.code, first.stdout]).toEqual([
      0,
      `user ${id}: erased\n1 erased, 0 erased before, 0 not in this database\n`,
    ]);
    const list = path.join(folder, 'newer.json');
    await writeFile(
      list,
      JSON.stringify([{ user_id: 999_999, made_at: dateadded, erased_at: dateadded, erased_by: null }]),
    );
    const again = await run('erasures-repeat', [list]);
    expect(again.stdout).toBe('0 erased, 1 erased before, 1 not in this database\n');
    const wrong = await run('erasures-repeat', ['package.json']);
    expect([wrong.code, wrong.stderr]).toEqual([1, 'package.json is no list of erased users\n']);
  });
});

describe('charge', () => {
  test('records a sale and says who gets what', async () => {
    const { class_id, student_id } = await makeSeller();
    const args = ['--class', class_id, '--amount', '49.99', '--code', 'friend', '--student', student_id];
    const { code, stdout } = await run('charge', args);
    expect(stdout.replace(/ +/g, ' ')).toMatch(
      new RegExp(
        [
          /^Charge #\d+: USD 49.99, Engines/,
          / Platform 20% USD 10.00/,
          / Program 10% USD 5.00 Brightside/,
          / Referral code 5% USD 2.50 Grace Hopper/,
          / Instructor 65% USD 32.49 Ada Lovelace\n$/,
        ]
          .map(({ source }) => source)
          .join('\\n'),
      ),
    );
    expect(code).toBe(0);
    const charge = await database()
      .everything.selectFrom('charges')
      .select(['amount', 'code', 'student_id'])
      .where('class_id', '=', class_id)
      .executeTakeFirst();
    expect(charge).toEqual({ amount: 4999, code: 'friend', student_id });
  });

  test.runIf(inDepth(false, true))('says why a sale is held', async () => {
    const { class_id } = await makeSeller();
    await setRows(database().everything, 'class', class_id, [{ type: 0, commission: 95 }]);
    const { code, stdout } = await run('charge', ['--class', class_id, '--amount', 1000]);
    expect(stdout).toContain('Held: the commissions of its levels take more than 100% together');
    expect(code).toBe(0);
  });

  test.each(
    some([
      [['--class', '1', '--amount', '10.50', '--currency', 'JPY'], '"10.50" is not an amount of JPY'],
      [['--class', '1', '--amount=-5'], '"-5" is not an amount of USD'],
      [['--class', 'one', '--amount', '5'], '--class must be the number of one, not "one"'],
      [['--class', '1'], '--amount is missing'],
      [['--amount', '5'], '--class is missing'],
      [['--class', '1', '--amount', '5', '--currency', 'XXX'], 'XXX is not one of'],
      [['--class', '999999', '--amount', '5'], 'There is no class 999999'],
      [['--class', '1', '--amount', '5', '--student', '999999'], 'There is no student 999999'],
      [['--klass', '1'], "Unknown option '--klass'"],
    ]),
  )('refuses %j in one line', async (args, message) => {
    const { code, stdout, stderr } = await run('charge', args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('import', () => {
  test('prints each rejected row and the counts', async () => {
    const { id } = await makeProgram(database().everything);
    const file = path.join(folder, 'catalogue.csv');
    await writeFile(file, 'id,Titel,price\n1,A,5\n2,B,soon\n');
    const { code, stdout } = await run('import', [
      'catalogue',
      file,
      '--program',
      id,
      '--map',
      'title=Titel',
    ]);
    expect(stdout).toMatch(
      /^line 3: "soon" is not a price\n1 created, 0 changed, 0 unchanged, 1 rejected in [\d.]+ s\n$/,
    );
    expect(code).toBe(0);
  });

  test.each(
    some([
      [['catalogue', 'no-such-file.csv', '--program', '1'], 'There is no file no-such-file.csv'],
      [['catalogue', 'package.json'], '--program is missing'],
      [['catalogue', 'core', '--program', '999999'], 'There is no program 999999'],
      [['catalogue', 'package.json', '--program', '1', '--map', 'colour=x'], 'is not a mapping'],
      [['people', 'package.json', '--program', '1'], 'npm run import'],
    ]),
  )('refuses %j in one line', async (args, message) => {
    const { code, stdout, stderr } = await run('import', args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('the database of a command', () => {
  test('is named in one line where it does not answer, or a setting is wrong', async () => {
    const args = ['--class', 1, '--amount', 5];
    const away = await run('charge', args, { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' });
    expect(away).toMatchObject({ code: 1 });
    expect(away.stderr).toMatch(/^DATABASE_URL: nothing listens at 127\.0\.0\.1:1; .*\n$/);
    const wrong = await run('charge', args, { PORT: 'four' });
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.stderr).toMatch(/^PORT: .*\n$/);
  });

  test.runIf(inDepth(false, true))(
    'is the running server’s where there is one, and else started for the command alone',
    async () => {
      const dataDir = path.join(folder, 'embedded');
      const secret = Buffer.from(SECRET);
      const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
      const own = openDatabase(await migrate(postgres.url, secret));
      const seller = await makeInstructor(own.everything);
      const { id } = await makeClass(own.everything, { instructor_id: seller.id });
      const args = ['--class', id, '--amount', 5];
      const env = { DATABASE_URL: '', DATA_DIR: dataDir };
      const beside = await run('charge', args, env);
      expect(beside).toMatchObject({ code: 0, stderr: '' });
      expect(beside.stdout).toContain('Charge #1: USD 5.00');
      expect(await own.everything.selectFrom('charges').select('id').execute()).toEqual([{ id: 1 }]);
      await own.close();
      await postgres.stop();
      expect((await run('charge', args, env)).stdout).toContain('Charge #2: USD 5.00');
      expect((await run('charge', args, env)).stdout).toContain('Charge #3: USD 5.00');
    },
  );
});

describe('import users', () => {
  const write = async (text: string) => {
    const file = path.join(folder, 'people.csv');
    await writeFile(file, text);
    return file;
  };

  test('says what would be, writes it, and knows it again', async () => {
    const db = database().everything;
    const { id } = await makeProgram(db);
    const file = await write('E-mail;Who\ncli.one@example.org;Ada Lovelace\nwrong;x\n');
    const importing = (...more: (string | number)[]) =>
      run('import', ['users', file, '--program', id, '--map', 'E-mail=email', '--map', 'Who=name', ...more]);
    const dry = await importing('--dry-run');
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toMatch(
      /^line 3: E-mail Enter a valid email\nwould be 1 created, 0 updated, .* 1 rejected in /,
    );
    expect((await importing()).stdout).toMatch(/\n1 created, /);
    const made = await db
      .selectFrom('site_users')
      .select(['first_name', 'last_name', 'program_id'])
      .where('email', '=', 'cli.one@example.org')
      .execute();
    expect(made).toEqual([{ first_name: 'Ada', last_name: 'Lovelace', program_id: id }]);
    expect((await importing()).stdout).toMatch(/0 created, 0 updated, 1 unchanged/);
  });

  test.runIf(inDepth(false, true))('refuses in one line what it cannot use', async () => {
    for (const [args, words] of [
      [['users'], /npm run import -- users FILE/],
      [['users', await write('a,b\n1,2\n')], /^mapping Choose the column/],
    ] as const) {
      const { code, stderr } = await run('import', [...args]);
      expect([code, stderr.trim().split('\n')]).toEqual([1, [expect.stringMatching(words)]]);
    }
  });
});

describe('import of history', () => {
  test('says what becomes of each row, keeps the rejected ones, and settles what was paid out', async () => {
    const { class_id, instructor_id, student_id } = await makeSeller();
    const db = database().everything;
    const { email, program_id } = await db
      .selectFrom('site_users')
      .select(['email', 'program_id'])
      .where('id', '=', student_id)
      .executeTakeFirstOrThrow();
    const file = path.join(folder, 'payments.csv');
    const rejected = path.join(folder, 'rejected.csv');
    const rows = [
      `ch_1,2024-01-02,"1,000.00",usd,${email},${class_id}`,
      `ch_2,2024-01-02,5,usd,nobody@x.example,${class_id}`,
    ];
    await writeFile(
      file,
      ['id,Created date (UTC),Amount,Currency,Customer Email,Product', ...rows, ''].join('\n'),
    );
    const args = ['charges', file, '--program', program_id ?? 0, '--paid-out-before', '2025-01-01'];
    const dry = await run('import', [...args, '--dry-run', '--map', 'class=Product']);
    expect(dry.stdout).toMatch(
      /^line 3: Customer Email: There is no user nobody@x\.example\n1 created, 0 unchanged, 1 rejected in \d+\.\d s\n$/,
    );
    expect(await db.selectFrom('payouts').selectAll().where('user_id', '=', instructor_id).execute()).toEqual(
      [],
    );
    const done = await run('import', [...args, '--rejected', rejected]);
    expect([done.code, done.stdout.split('\n').at(-2)]).toEqual([
      0,
      expect.stringMatching(/^1 created, 0 unchanged, 1 rejected in /),
    ]);
    expect((await readFile(rejected, 'utf8')).split('\r\n')).toEqual([
      expect.stringContaining('line,column,rejected,reference,occurred_at,email,'),
      expect.stringContaining(
        '3,Customer Email,There is no user nobody@x.example,ch_2,2024-01-02,nobody@x.example,',
      ),
      '',
    ]);
    expect(
      await db.selectFrom('payouts').selectAll().where('user_id', '=', instructor_id).execute(),
    ).toMatchObject([{ method: 'elsewhere', paid_at: '2025-01-01T00:00:00.000Z' }]);
    const again = await run('import', args);
    expect(again.stdout).toContain('0 created, 1 unchanged, 1 rejected in ');
  });

  test.each([
    [['charges'], /npm run import -- charges/],
    [['charges', 'gone.csv', '--program', 1], /There is no file/],
    [['charges', 'x.csv'], /--program is missing/],
    [['charges', 'package.json', '--program', 999_999], /^There is no program 999999$/m],
    [['sales', 'x.csv', '--program', 1], /catalogue\|users\|charges\|enrolments/],
    [['charges', 'x.csv', '--program', 1, '--paid-out-before', 'soon'], /must be a day/],
    [['coins', 'x.csv', '--program', 1, '--paid-out-before', '2024-01-01'], /Only charges/],
  ])('%j is refused in a line', async (args, words) => {
    const { code, stderr } = await run('import', args);
    expect([code, stderr]).toEqual([1, expect.stringMatching(words)]);
  });
});

describe('a whole office', () => {
  test('is written by one command and refused by the other where somebody is', async () => {
    const { student_id } = await makeSeller();
    const { program_id } = await database()
      .everything.selectFrom('site_users')
      .select('program_id')
      .where('id', '=', student_id)
      .executeTakeFirstOrThrow();
    const file = path.join(folder, 'office.zip');
    const out = await run('export', ['all', file, '--program', program_id ?? 0]);
    expect([out.code, out.stdout]).toEqual([0, expect.stringMatching(/^\d+ rows and images in \d+ files, /)]);
    const back = await run('import', ['all', file]);
    expect([back.code, back.stderr]).toEqual([1, expect.stringMatching(/^This installation is not empty/)]);
    expect((await run('export', ['all', file, '--program', 2_000_000])).stderr).toBe(
      'There is no program 2000000\n',
    );
    expect((await run('import', ['all'])).stderr).toMatch(/^npm run import -- all FILE\.zip/);
  });
});
