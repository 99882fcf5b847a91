/** The commands as a person runs them: their own processes, their output, their exit codes. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../server/db/client.ts';
import { startEmbeddedPostgres } from '../server/db/embedded/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { inDepth } from '../test/deep.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../test/factories.ts';
import { setRows } from '../test/rows/commission-groups.ts';
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
  }, 120_000);

  test.runIf(inDepth(false, true))(
    'refuses in one line what it cannot use',
    async () => {
      for (const [args, words] of [
        [['users'], /npm run import -- users FILE/],
        [['users', await write('a,b\n1,2\n')], /^mapping Choose the column/],
      ] as const) {
        const { code, stderr } = await run('import', [...args]);
        expect([code, stderr.trim().split('\n')]).toEqual([1, [expect.stringMatching(words)]]);
      }
    },
    120_000,
  );
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
