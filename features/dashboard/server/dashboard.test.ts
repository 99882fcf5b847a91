/** What Home counts, by the plainest count there is, as everybody who may ask. */
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Permission } from '../../../core/access.ts';
import { makeClass, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import type { Dashboard } from '../contract.ts';
import { MOST_ACTIVE } from '../rules.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let own: number;

const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const NAME = '<img src=x onerror=alert(1)>';

beforeAll(async () => {
  own = (await makeProgram(db(), { affiliate: 1 })).id;
  const foreign = (await makeProgram(db())).id;
  let n = 0;
  for (const program_id of [own, foreign, null])
    for (const user_type of ['S', 'I', 'O'])
      for (const days of [1, 28.9, 30.1, 400])
        for (const del_status of [0, 1]) {
          n += 1;
          const member = n % 3 === 0 && { membership: 1, membership_at: ago(days / 2) };
          const user = { program_id, user_type, dateadded: ago(days), del_status, ...member };
          const { id } = await makeSiteUser(db(), { ...user, first_name: NAME, last_name: `No. ${n}` });
          const minutes = [1, 14.9, 15.1, 600, undefined][n % 5];
          if (minutes !== undefined)
            await db()
              .insertInto('seen_users')
              .values({ user_id: id, last_seen_at: ago(minutes / 1440) })
              .execute();
          const kind = { is_bundle: n % 4 === 0, del_flag: n % 7 === 0 ? 1 : 0, dateadded: ago(days) };
          await makeClass(db(), { instructor_id: id, program_id, ...kind });
        }
});

/** In JavaScript, of all rows. */
async function counted(program: number): Promise<Omit<Dashboard, 'affiliate'>> {
  const users = (await db().selectFrom('site_users').selectAll().execute()).filter(
    ({ del_status, program_id }) => del_status === 0 && (program === 0 || program_id === program),
  );
  const classes = (await db().selectFrom('classes').selectAll().execute()).filter(
    (row) => row.del_flag === 0 && !row.is_bundle && (program === 0 || row.program_id === program),
  );
  const seen = await db().selectFrom('seen_users').selectAll().orderBy('last_seen_at', 'desc').execute();
  const lately = (moments: (string | null)[]) => ({
    count: moments.length,
    change: moments.filter(
      (moment) => Date.parse(moment ?? '') >= new Date().setUTCHours(0, 0, 0, 0) - 29 * DAY,
    ).length,
  });
  const active = seen.flatMap(({ user_id, last_seen_at }) => {
    const user = users.find(({ id }) => id === user_id);
    return user && Date.now() - Date.parse(last_seen_at) <= 15 * 60_000 ? [user] : [];
  });
  return {
    users: lately(users.map(({ dateadded }) => dateadded)),
    instructors: lately(users.filter((user) => user.user_type === 'I').map(({ dateadded }) => dateadded)),
    members: lately(
      users.filter(({ membership }) => membership === 1).map(({ membership_at }) => membership_at),
    ),
    classes: lately(classes.map(({ dateadded }) => dateadded)),
    active_users: active.map(({ id, first_name, last_name }) => ({
      id,
      full_name: `${first_name} ${last_name}`,
    })),
    active_users_count: active.length,
  };
}

const ordered = ({ active_users, ...rest }: Omit<Dashboard, 'affiliate'>) => ({
  ...rest,
  active_users: active_users.toSorted((a, b) => a.id - b.id),
});

test.each<[who: string, permissions: Permission[], bound: boolean]>([
  ['a superadmin', ['superadmin'], false],
  ['a global admin of users', ['users'], false],
  ['a bound programadmin', ['programadmin'], true],
  ['a bound admin of users', ['users'], true],
  ['a bound admin of content', ['content'], true],
  ['a global admin without an area', [], false],
])('%s is told what a plain count comes to, and names only with the area', async (_, permissions, bound) => {
  const call = await app().as({ permissions, program_id: bound ? own : 0 });
  const { status, body } = await call('GET', 'dashboard');
  const { affiliate, ...told } = body as Dashboard;
  const all = await counted(bound ? own : 0);
  expect(all.active_users_count).toBeGreaterThan(3);
  const named = permissions.some((one) => ['superadmin', 'programadmin', 'users'].includes(one));
  expect([status, affiliate]).toEqual([200, bound ? 1 : null]);
  expect(ordered(told)).toEqual(ordered({ ...all, active_users: named ? all.active_users : [] }));
});

test.each<[who: string, permissions: Permission[], bound: boolean]>([
  ['a superadmin', ['superadmin'], false],
  ['a bound programadmin', ['programadmin'], true],
])('what the cards of %s lead to has as many rows that are not deleted', async (_, permissions, bound) => {
  const call = await app().as({ permissions, program_id: bound ? own : 0 });
  const { users, instructors, classes } = (await call('GET', 'dashboard')).body as Dashboard;
  const alive = async (list: string) => {
    const { status, body } = await call('GET', list);
    expect(status).toBe(200);
    return body.count - (body.deleted ?? 0);
  };
  expect(users.count).toBeGreaterThan(5);
  expect(await alive('site-users')).toBe(users.count);
  expect(await alive('instructors')).toBe(instructors.count);
  expect(await alive('classes?type=class')).toBe(classes.count);
});

test('the latest come first, and no more than fifty of them are named', async () => {
  const program_id = (await makeProgram(db())).id;
  for (let n = 0; n < MOST_ACTIVE + 2; n++) {
    const { id } = await makeSiteUser(db(), {
      program_id,
      first_name: '',
      last_name: ' ',
      email: `n${n}@example.org`,
    });
    await db()
      .insertInto('seen_users')
      .values({ user_id: id, last_seen_at: new Date(Date.now() - n * 1000).toISOString() })
      .execute();
  }
  const call = await app().as({ permissions: ['users'], program_id });
  const { body } = await call('GET', 'dashboard');
  expect(body.active_users_count).toBe(MOST_ACTIVE + 2);
  expect(body.active_users.map(({ full_name }: { full_name: string }) => full_name)).toEqual(
    Array.from({ length: MOST_ACTIVE }, (_, n) => `n${n}@example.org`),
  );
});

test('memory: markup in the name of a table arrives as text', async () => {
  const owner = new pg.Client(app().ownerUrl);
  await owner.connect();
  const table = pg.escapeIdentifier('<img src=x onerror=alert(2)>"');
  await owner.query(`create table ${table} as select generate_series(1, 100000)`);
  await owner.end();
  const call = await app().as({ permissions: ['superadmin'] });
  const { status, body } = await call('POST', 'free-memory');
  expect([status, body.length]).toEqual([200, 2]);
  expect(body[1]).toContain('public.&#60;img src=x onerror=alert(2)&#62;&#34;');
  expect(body.join('')).not.toContain('<img');
  expect(body[0]).toMatch(/Nothing was freed|Freed/);
  expect(body[1]).toMatch(/<dt>Connections<\/dt><dd>\d+ of \d+<\/dd>/);
});

test('memory: garbage is collected where the process may be asked for it', async () => {
  const { gc } = globalThis;
  const asked = vi.fn<() => Promise<void>>();
  globalThis.gc = asked as unknown as NonNullable<typeof gc>;
  const call = await app().as({ permissions: ['superadmin'] });
  const { body } = await call('POST', 'free-memory');
  globalThis.gc = gc;
  expect([asked.mock.calls.length, body[0]]).toEqual([1, expect.stringContaining('Freed')]);
});

test('memory is a superadmin’s', async () => {
  for (const permissions of [['programadmin'], ['money']] as Permission[][])
    expect((await (await app().as({ permissions }))('POST', 'free-memory')).status).toBe(403);
});
