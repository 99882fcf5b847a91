/** The catalogue import on a real database: what a file becomes, what is rejected, what a broken run leaves. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeInstructor, makeProgram } from '../../../test/factories.ts';
import { system } from '../../../test/system.ts';
import { TEST_SECRET } from '../../../test/test-database.ts';
import { until } from '../../../test/until.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { type CatalogueImport, importCatalogue } from './catalogue-import.ts';

const database = useDatabase();
const db = () => database().everything;
const HEADER = 'course_id,course_title,is_paid,price,level,published_timestamp,subject\n';

let program_id: number;

beforeEach(async () => {
  program_id = (await makeProgram(db())).id;
});

/** In pieces of a few bytes, so that every boundary falls somewhere. */
async function* pieces(file: string | Buffer) {
  const bytes = Buffer.from(file as string);
  for (let at = 0; at < bytes.length; at += 11) yield bytes.subarray(at, at + 11);
}

async function run(file: string | Buffer, wish: Partial<CatalogueImport> = {}) {
  const { rejections, ...counts } = await importCatalogue(system(db()), pieces(file), {
    program_id,
    ...wish,
  });
  return { ...counts, rejections };
}

const classes = () =>
  db().selectFrom('classes').selectAll().where('program_id', '=', program_id).orderBy('id').execute();
const row = (id: number, title = `Class ${id}`) =>
  `${id},${title},True,19.99,All Levels,2017-01-18T20:58:58Z,Music\n`;
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1)).join('');

describe('a catalogue', () => {
  test('keeps descriptions that it has no column for, and takes over those that it has', async () => {
    program_id = (await makeProgram(db())).id;
    const described = (text: string) => `id,title,price,description\n1,A,5,${text}\n`;
    await run(described('First'));
    expect(await classes()).toMatchObject([{ description: 'First' }]);
    expect(await run('id,title,price\n1,A,5\n')).toMatchObject({ unchanged: 1 });
    expect(await run(described('Second'))).toMatchObject({ changed: 1 });
    await run('id,title,price\n1,B,5\n');
    expect(await classes()).toMatchObject([{ class_name: 'B', description: 'Second' }]);
  });

  test('is refused whole by an inactive program', async () => {
    program_id = (await makeProgram(db(), { status: 0, program_display_name: 'Closed' })).id;
    await expect(run(HEADER + rows(2))).rejects.toThrow('Closed is inactive. Choose an active program');
    expect(await classes()).toEqual([]);
  });

  test('becomes classes in the currency of the program', async () => {
    const { id } = await makeProgram(db(), { default_currency: 'EUR' });
    program_id = id;
    const file = `${HEADER}7,"学び, ""の""\r\n森",True,19.99,Beginner Level,2017-01-18T20:58:58Z,Musik\n8,Ничего,False,0,,,\n`;
    expect(await run(file)).toEqual({ created: 2, changed: 0, unchanged: 0, rejected: 0, rejections: [] });
    const [first, second] = await classes();
    expect(first).toMatchObject({
      external_id: '7',
      class_name: '学び, "の"\r\n森',
      class_price: 1999,
      currency: 'EUR',
      level: 'Beginner Level',
      subject: 'Musik',
      published_at: '2017-01-18T20:58:58.000Z',
      instructor_id: null,
    });
    expect(second).toMatchObject({ class_name: 'Ничего', class_price: 0, subject: null, published_at: null });
  });

  test('imported twice adds nothing', async () => {
    const file = HEADER + rows(1234);
    expect(await run(file)).toMatchObject({ created: 1234, unchanged: 0 });
    const before = await classes();
    expect(await run(file)).toMatchObject({ created: 0, changed: 0, unchanged: 1234, rejected: 0 });
    expect(await classes()).toEqual(before);
  });

  test('changes what changed, and counts a repeated id as what it did', async () => {
    await run(HEADER + rows(3));
    expect(
      await run(HEADER + row(2, 'New') + row(2, 'New') + row(3, 'Newer') + row(3, 'Newest')),
    ).toMatchObject({
      created: 0,
      changed: 3,
      unchanged: 1,
    });
    expect((await classes()).map((entry) => entry.class_name)).toEqual(['Class 1', 'New', 'Newest']);
  });

  test('leaves alone what its file has no column for, and the instructor where none is named', async () => {
    const ada = await makeInstructor(db(), { program_id, email: 'Ada@example.org' });
    await run(HEADER + row(1), { instructor_email: ' ada@EXAMPLE.org' });
    expect(await run('id;title;price\n1;Other;5\n')).toMatchObject({ changed: 1 });
    expect(await run('id;title;price\n1;Other;5\n')).toMatchObject({ unchanged: 1 });
    expect(await classes()).toMatchObject([
      { class_name: 'Other', class_price: 500, level: 'All Levels', subject: 'Music', instructor_id: ada.id },
    ]);
  });

  test('belongs to one program: the same ids elsewhere are other classes', async () => {
    await run(HEADER + rows(2));
    const other = await makeProgram(db());
    expect(await run(HEADER + rows(2), { program_id: other.id })).toMatchObject({ created: 2 });
  });

  test.each<[string, string, CatalogueImport['mapping']?]>([
    ['a byte order mark and CRLF', '\ufeffid,title,price\r\n1,A,5\r\n\r\n2,B,6\r\n'],
    ['semicolons', 'id;title;price\n1;A, really;5\n2;B;6,00\n'],
    ['tabs', 'id\ttitle\tprice\n1\tA\t5\n2\tB\t6\n'],
    ['old line ends', 'id,title,price\r1,A,5\r2,B,6\r'],
    ['no line end at all', 'id,title,price\n1,A,5\n2,B,6'],
    ['names of its own', 'id,Titel,Preis\n1,A,5\n2,B,6\n', { title: 'titel', price: 'Preis' }],
  ])('is read with %s', async (_, file, mapping = {}) => {
    expect(await run(file, { mapping })).toMatchObject({ created: 2, rejected: 0 });
    expect((await classes()).map((entry) => entry.class_price)).toEqual([500, 600]);
  });

  test('is recorded once a run, with its counts', async () => {
    await run(HEADER + rows(2));
    const entries = await db()
      .selectFrom('audit_entries')
      .selectAll()
      .where('program_id', '=', program_id)
      .execute();
    expect(entries).toMatchObject([
      { entity: 'catalogue', action: 'import', after: { created: 2, changed: 0, unchanged: 0, rejected: 0 } },
    ]);
  });
});

describe('what is no class', () => {
  test('is rejected with its line and reason, and costs no other row', async () => {
    const file = Buffer.concat([
      Buffer.from(`${HEADER}1,"two\r\nlines",True,5,,,\n\n`),
      Buffer.from(`2,B,True,soon,,,\n3,C\n4,${'x'.repeat(501)},True,5,,,\n`),
      Buffer.from('5,caf\xe9,True,5,,,\n', 'latin1'),
      Buffer.from(
        '6,a\0b,True,5,,,\n"7"7,G,True,5,,,\n8,H,True,5,,,\n9,I"i,True,5,,,\n10,"J,True\n11,"K",True,5,,,\n12,L,True,5,,,\n',
      ),
    ]);
    const result = await run(file);
    expect(result.rejections).toEqual([
      { line: 5, reason: '"soon" is not a price' },
      { line: 6, reason: 'has 2 of 7 columns' },
      { line: 7, reason: 'the title is longer than 500 characters' },
      { line: 8, reason: 'contains bytes that are not UTF-8' },
      { line: 9, reason: 'contains a NUL character' },
      { line: 10, reason: 'text follows a closing quote' },
      { line: 12, reason: 'has a quote in the middle of a value' },
      { line: 13, reason: 'text follows a closing quote' },
    ]);
    expect(result).toMatchObject({ created: 3, rejected: 8 });
    expect((await classes()).map((entry) => entry.external_id)).toEqual(['1', '8', '12']);
  });

  test.each([
    ['', 'The file is empty'],
    ['\xff\xfei\0d\0', 'UTF-16'],
    ['name,price\nA,5\n', 'No column for id'],
  ])('as a file is refused: %j', async (file, message) => {
    await expect(run(Buffer.from(file, 'latin1'))).rejects.toThrow(message);
  });

  test('a program, an instructor of another program and a currency that do not exist are refused', async () => {
    const stranger = await makeInstructor(db(), { program_id: (await makeProgram(db())).id });
    await expect(run(HEADER, { program_id: 999_999 })).rejects.toThrow('There is no program 999999');
    await expect(run(HEADER, { instructor_email: stranger.email })).rejects.toThrow('has no instructor');
    await expect(run(HEADER, { currency: 'XXX' })).rejects.toThrow('XXX is not a currency');
  });
});

describe('a file that breaks off', () => {
  test('leaves whole rows only, wherever it was cut', async () => {
    const whole = HEADER + [1, 2, 3].map((id) => row(id, `"Class, ${id}"`)).join('');
    const complete = new Map([1, 2, 3].map((id) => [String(id), `Class, ${id}`]));
    const bytes = Buffer.from(whole);
    for (let end = HEADER.length + 1; end < bytes.length; end += 7) {
      program_id = (await makeProgram(db())).id;
      await run(bytes.subarray(0, end));
      for (const entry of await classes()) {
        expect(entry).toMatchObject({ class_name: complete.get(entry.external_id ?? ''), class_price: 1999 });
        expect(['Music', 'M', 'Mu', 'Mus', 'Musi', null]).toContain(entry.subject);
      }
    }
  });

  test('in its last value rejects that row, where the value begins one that was seen', async () => {
    const result = await run((HEADER + rows(5)).slice(0, -3));
    expect(result.rejections).toEqual([{ line: 6, reason: 'the file breaks off in this row' }]);
    expect(result.created).toBe(4);
  });

  test('within a quote rejects the tail and keeps the rest', async () => {
    const result = await run(`${HEADER}${rows(3)}9,"never closed,True,5,,,\n10,J,True,5,,,\n`);
    expect(result.rejections).toEqual([
      { line: 5, reason: 'a quote is never closed; what follows was not read' },
    ]);
    expect(result.created).toBe(3);
  });

  test('within a quote and very long does not fill the memory', async () => {
    const result = await run(`${HEADER}${rows(3)}9,"${'never closed\n'.repeat(100_000)}`);
    expect(result.rejections).toEqual([
      { line: 5, reason: 'is longer than a megabyte; what follows was not read' },
    ]);
    expect(result.created).toBe(3);
  });

  test('because its disk does leaves whole batches, and the next run completes it', async () => {
    const file = HEADER + rows(1300);
    async function* dying() {
      for await (const piece of pieces(file.slice(0, -500))) yield piece;
      throw new Error('EIO');
    }
    await expect(importCatalogue(system(db()), dying(), { program_id })).rejects.toThrow('EIO');
    expect(await classes()).toHaveLength(1000);
    expect(await run(file)).toMatchObject({ created: 300, unchanged: 1000 });
  });
});

test.skipIf(process.platform === 'win32')(
  'a killed run leaves whole batches, and the next completes it',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'provost-import-'));
    const fifo = path.join(folder, 'endless.csv');
    execFileSync('mkfifo', [fifo]);
    const env = {
      ...process.env,
      DATA_DIR: folder,
      DATABASE_URL: database().urls.owner,
      SECRET_KEY: TEST_SECRET.toString(),
    };
    const args = ['cli/import.ts', 'catalogue', fifo, '--program', String(program_id)];
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    const pipe = await open(fifo, 'w');
    await pipe.write(HEADER + rows(1300));
    await until(async () => expect((await classes()).length).toBeGreaterThanOrEqual(1000));
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await pipe.close();
    expect(await classes()).toHaveLength(1000);

    const file = path.join(folder, 'whole.csv');
    await writeFile(file, HEADER + rows(1300));
    const said = execFileSync(process.execPath, [...args.slice(0, 2), file, ...args.slice(3)], {
      env,
      encoding: 'utf8',
    });
    expect(said).toMatch(/^300 created, 0 changed, 1000 unchanged, 0 rejected in [\d.]+ s$/m);
    await rm(folder, { recursive: true });
  },
);
