/** Behind what hands connections on: the same answers as over direct ones, or none at all. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { handOn, type Mode } from '../../../test/peers/handing-on.ts';
import { HAS_PGBOUNCER, startPgBouncer } from '../../../test/peers/pgbouncer.ts';
import { endServer, endServers, newDataDir, startServer } from '../../../test/server-process.ts';
import { buildHttp } from '../../http/http.ts';
import { signAccessToken } from '../../http/session.ts';
import { openDatabase } from '../client.ts';

const app = useTestApp();
afterAll(endServers);

/** Whatever a test has opened, also where a comparison of it failed. */
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});
function opened<Closable extends { close(): Promise<void> }>(it: Closable): Closable {
  open.push(it);
  return it;
}

const LISTS = ['users', 'classes', 'lilt-categories', 'coupons', 'transactions', 'audit', 'site-categories'];
const ANSWERS = 1_200;
const AT_ONCE = 16;

/** Access tokens of a programadmin of each of four programs, which have people and classes of their own. */
const tokens: string[] = [];
const programs: number[] = [];
/** What each reads over direct connections. */
const expected = new Map<string, unknown>();

beforeAll(async () => {
  const { platform } = app();
  const db = platform.database.everything;
  for (let n = 0; n < 4; n++) {
    const { id: program_id } = await makeProgram(db);
    programs.push(program_id);
    for (let users = 0; users <= n; users++) await makeSiteUser(db, { program_id });
    const instructor = await makeInstructor(db, { program_id });
    await makeClass(db, { instructor_id: instructor.id, program_id });
    const admin = await makeAdmin(db, { program_id, permissions: ['programadmin'] });
    const session = await db
      .insertInto('sessions')
      .values({ admin_id: admin.id, address: '127.0.0.1' })
      .returning('id')
      .executeTakeFirstOrThrow();
    tokens.push(signAccessToken(platform.tokenKey, session.id));
  }
  for (const token of tokens) {
    for (const list of LISTS) {
      const answer = await ask(app().http, token, list);
      if (answer.statusCode !== 200) throw new Error(`${list} ${answer.body}`);
      expected.set(`${token} ${list}`, answer.json());
    }
  }
});

type Http = ReturnType<typeof app>['http'];
const ask = (http: Http, token: string, path: string) =>
  http.inject({ method: 'GET', url: `/api/wladmin/${path}`, headers: { authorization: `Bearer ${token}` } });

/** Asks of all four by turns, `AT_ONCE` at a time, over the pooler; how the answers compare. */
async function compared(through: (url: string) => string, count: number, meanwhile = () => {}) {
  const { platform, urls } = app();
  const database = openDatabase(
    { global: through(urls.global), scoped: through(urls.scoped), site: through(urls.site) },
    8,
  );
  const http = await buildHttp({ ...platform, database });
  const tally = { right: 0, wrong: [] as string[], refused: 0 };
  let asked = 0;
  const one = async () => {
    while (asked < count) {
      const n = asked++;
      if (n === count / 2) meanwhile();
      const token = tokens[n % 4] ?? '';
      const list = LISTS[Math.floor(n / 4) % LISTS.length] ?? '';
      const answer = await ask(http, token, list);
      if (answer.statusCode !== 200) tally.refused++;
      else if (answer.body === JSON.stringify(expected.get(`${token} ${list}`))) tally.right++;
      else tally.wrong.push(`${list}: ${answer.body.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  await http.close();
  await database.close();
  return tally;
}

describe('a pooler of our own that hands connections on', () => {
  test.each(['session', 'transaction'] as const)('in %s mode changes no answer', async (mode) => {
    const pooler = opened(await handOn(app().ownerUrl, mode));
    expect(await compared(pooler.through, ANSWERS)).toEqual({ right: ANSWERS, wrong: [], refused: 0 });
    expect(pooler.handedOn()).toBeGreaterThanOrEqual(mode === 'transaction' ? ANSWERS / 2 : 0);
  });

  test('a transaction sees its own program, whoever had the connection before', async () => {
    const pooler = opened(await handOn(app().ownerUrl, 'transaction'));
    const { urls } = app();
    const [global, scoped, site] = [urls.global, urls.scoped, urls.site].map(pooler.through);
    const database = opened(
      openDatabase({ global: global ?? '', scoped: scoped ?? '', site: site ?? '' }, 8),
    );
    const seenBy = (program: number) =>
      database
        .forProgram(program)
        .transaction()
        .execute(async (tx) => {
          const { rows } = await sql<{ program_id: number }>`select program_id from classes`.execute(tx);
          return rows;
        });
    const asked = Array.from({ length: 400 }, (_, n) => programs[n % 4] ?? 0);
    const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
      for (let n = lane; n < asked.length; n += AT_ONCE)
        expect(await seenBy(asked[n] ?? 0)).toEqual([{ program_id: asked[n] }]);
    });
    await Promise.all(lanes);
    expect(pooler.handedOn()).toBeGreaterThan(0);
  });

  test('that is switched while it runs refuses some, and answers nothing that is wrong', async () => {
    const pooler = opened(await handOn(app().ownerUrl, 'session'));
    const next: Mode[] = ['transaction', 'statement'];
    const switching = () => void (pooler.mode = next.shift() ?? 'transaction');
    for (const _ of [1, 2]) {
      const { right, wrong } = await compared(pooler.through, ANSWERS / 2, switching);
      expect(wrong).toEqual([]);
      expect(right).toBeGreaterThan(0);
    }
  });

  test('loses a transaction of nobody’s as an error, not as a list without rows', async () => {
    const { urls } = app();
    const asScoped = opened(openDatabase({ global: urls.scoped, scoped: urls.scoped, site: urls.scoped }));
    // The scoped role, asked without a scope.
    const silent = sql`select id from site_users`.execute(asScoped.everything);
    await expect(silent).rejects.toMatchObject({ code: '42501' });
  });

  test('in statement mode is refused at the start with one line', async () => {
    const pooler = opened(await handOn(app().ownerUrl, 'statement'));
    const DATABASE_URL = pooler.through(app().ownerUrl);
    await expect(startServer({ DATABASE_URL, DATA_DIR: await newDataDir() })).rejects.toThrow(
      /ended with 1:\nDATABASE_URL: the pooler at 127\.0\.0\.1:\d+ hands connections on between statements; let it pool sessions or transactions, as deploy\/pgbouncer\.ini does\n$/,
    );
  });
});

describe.skipIf(!HAS_PGBOUNCER)('PgBouncer, where this machine has it (apt-get install pgbouncer)', () => {
  test.each(['session', 'transaction'] as const)('in %s mode changes no answer', async (mode) => {
    const pooler = opened(await startPgBouncer(app().ownerUrl, mode, mode === 'session' ? 20 : 4));
    expect(await compared(pooler.through, ANSWERS)).toEqual({ right: ANSWERS, wrong: [], refused: 0 });
  });

  test('in transaction mode a server installs itself over it, and ends', async () => {
    const empty = new URL(app().ownerUrl);
    empty.pathname += '_empty';
    const owner = new pg.Client(app().ownerUrl);
    await owner.connect();
    await owner.query(`create database ${pg.escapeIdentifier(empty.pathname.slice(1))}`);
    await owner.end();
    const pooler = opened(await startPgBouncer(empty.href, 'transaction', 4));
    const DATABASE_URL = pooler.through(empty.href);
    const server = await startServer({ DATABASE_URL, DATA_DIR: await newDataDir() });
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
    expect(await endServer(server)).toMatchObject({ code: 0 });
  });

  test('in statement mode is refused at the start with one line', async () => {
    const pooler = opened(await startPgBouncer(app().ownerUrl, 'statement', 4));
    const DATABASE_URL = pooler.through(app().ownerUrl);
    await expect(startServer({ DATABASE_URL, DATA_DIR: await newDataDir() })).rejects.toThrow(
      /ended with 1:\nDATABASE_URL: the pooler at 127\.0\.0\.1:\d+ hands connections on between statements/,
    );
  });

  test('that refuses what a connection begins with is refused at the start with one line', async () => {
    const pooler = opened(await startPgBouncer(app().ownerUrl, 'transaction', 4, false));
    const DATABASE_URL = pooler.through(app().ownerUrl);
    await expect(startServer({ DATABASE_URL, DATA_DIR: await newDataDir() })).rejects.toThrow(
      /ended with 1:\nDATABASE_URL: the pooler at 127\.0\.0\.1:\d+ does not take what a connection begins with; set ignore_startup_parameters = options there\n$/,
    );
  });
});
