/** Site users as they are listed, read and exported. */
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { SITE_USER_SORTS } from '../contract.ts';
import type { SiteUserRow } from '../user-schemas.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let [own, other]: number[] = [];
let [ada, gone, foreign, homeless, photo]: number[] = [];
let superadmin: Call;
let bound: Call;

beforeAll(async () => {
  own = (await makeProgram(db(), { program_display_name: 'Brightside' })).id;
  other = (await makeProgram(db(), { program_display_name: 'Faraway' })).id;
  const admin = await app().as({ permissions: ['superadmin'] });
  superadmin = admin;
  bound = await app().as({ permissions: ['users'], program_id: own });
  photo = await makePhoto(admin.admin_id);
  const named = (first_name: string, email: string) => ({ first_name, email });
  const make = async (values: Parameters<typeof makeSiteUser>[1]) => (await makeSiteUser(db(), values)).id;
  ada = await make({
    ...named('Ada', 'Ada.L@Example.org'),
    last_name: 'Lovelace',
    program_id: own,
    user_type: 'I',
    photo_id: photo,
    timezone: 318,
    site_address: '1 High Street',
    status: 2,
    viewable: 0,
    membership: 1,
    membership_at: '2026-01-02T03:04:05.000Z',
    daily_quiz_next_time: '2026-01-01T23:30:00.000Z',
    lilt_delivery: '{"name":',
  });
  gone = await make({ ...named('Lea', 'lea@example.org'), program_id: own, del_status: 1, approved: 0 });
  foreign = await make({ ...named('Ada', 'ada@example.net'), program_id: other });
  homeless = await make({ ...named('Noa', 'noa@example.net'), program_id: null, status: 0 });
  const tied = Array.from({ length: 60 }, (_, n) => ({
    ...named('Many', `many${n}@example.com`),
    program_id: own,
  }));
  await db().insertInto('site_users').values(tied).execute();
});

async function makePhoto(uploaded_by: number): Promise<number> {
  const { id } = await db()
    .insertInto('uploads')
    .values({
      type: 'user-photo',
      path: '/storage/images/ada.webp',
      original_file: 'ada.png',
      bytes: 1,
      width: 1,
      height: 1,
      sha256: Buffer.alloc(32),
      uploaded_by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const list = async (call: Call, query = '') => {
  const { status, body } = await call('GET', `site-users?${query}`);
  expect(status).toBe(200);
  return body as { users: SiteUserRow[]; count: number; deleted: number };
};
const idsOf = async (call: Call, query: string) => (await list(call, query)).users.map(({ id }) => id);

describe('GET site-users', () => {
  test('counts as many users as the Dashboard, the deleted apart', async () => {
    for (const call of [superadmin, bound]) {
      const { count, deleted } = await list(call);
      expect(deleted).toBeGreaterThan(0);
      expect((await call('GET', 'dashboard')).body.users.count).toBe(count - deleted);
    }
  });

  test('answers rows with what their program and time zone are called, the deleted among them', async () => {
    const { users, count, deleted } = await list(superadmin, 'name=example.org');
    expect([count, deleted]).toEqual([2, 1]);
    expect(users[0]).toMatchObject({
      id: ada,
      site_program: own,
      program: 'Brightside',
      timezone: 318,
      timezone_name: 'Europe/Berlin',
      instructor_image: { id: photo, original_name: 'ada.png', path: '/storage/images/ada.webp' },
      status: 2,
      viewable: 0,
      membership: 1,
    });
    expect(users[1]).toMatchObject({ id: gone, del_status: 1, approved: 0, instructor_image: null });
    expect(JSON.stringify(users)).not.toMatch(/password|lilt/);
  });

  test('finds by words of name and email and by id, in a program or in all', async () => {
    expect(await idsOf(superadmin, 'name=lovelace+ADA')).toEqual([ada]);
    expect(await idsOf(superadmin, `name=%23${homeless}`)).toEqual([homeless]);
    expect(await idsOf(superadmin, 'name=ada')).toEqual([ada, foreign]);
    expect(await idsOf(superadmin, `name=ada&program_id=${other}`)).toEqual([foreign]);
    expect(await idsOf(superadmin, 'name=ada%25')).toEqual([]);
    expect((await list(superadmin, `program_id=${own}`)).count).toBe(62);
  });

  test('a bound admin reads the own program, whatever it asks for', async () => {
    expect(await idsOf(bound, `name=ada&program_id=${other}`)).toEqual([ada]);
    expect(await idsOf(bound, `name=%23${foreign}`)).toEqual([]);
    expect(await idsOf(bound, `name=%23${homeless}`)).toEqual([]);
    expect((await list(bound, 'program_id=0')).count).toBe(62);
  });

  test.each(SITE_USER_SORTS)('sorts by %s in a total order, either way', async (sort) => {
    const pages = (dest: string) =>
      Promise.all([1, 2].map((page) => idsOf(superadmin, `sort_by=${sort}&sort_dest=${dest}&page=${page}`)));
    const up = (await pages('asc')).flat();
    const down = (await pages('desc')).flat();
    expect(new Set(up).size).toBe(64);
    // Who has no program comes last both ways.
    const placed = (ids: number[]) => (sort === 'program' ? ids.filter((id) => id !== homeless) : ids);
    expect(placed(down)).toEqual(placed(up).toReversed());
    expect(sort !== 'program' || (up.at(-1) === homeless && down.at(-1) === homeless)).toBe(true);
  });

  test('sorts by what is shown: the name of a time zone, a status', async () => {
    expect((await list(superadmin, 'sort_by=timezone&sort_dest=desc')).users[0]?.id).toBe(ada);
    expect((await list(superadmin, 'sort_by=status')).users[0]?.id).toBe(homeless);
    expect((await list(superadmin, 'sort_by=name')).users[0]?.id).toBe(ada);
  });

  test('50 a page, none past the end, 400 for what is no sort or page', async () => {
    expect((await list(superadmin, 'page=2')).users).toHaveLength(14);
    expect(await list(superadmin, 'page=9')).toEqual({ users: [], count: 64, deleted: 1 });
    for (const query of ['page=0', 'sort_by=password_hash', 'sort_dest=up', 'program_id=x'])
      expect((await superadmin('GET', `site-users?${query}`)).status, query).toBe(400);
  });
});

describe('GET site-user/{id}', () => {
  test('answers all but the password, coins with decimals, the quiz on the clocks of the user', async () => {
    await db()
      .insertInto('lilt_entries')
      .values({ user_id: ada ?? 0, amount: 123_450, kind: 'grant' })
      .execute();
    await db()
      .insertInto('lilt_entries')
      .values({ user_id: ada ?? 0, amount: -50, kind: 'ticket' })
      .execute();
    const { body } = await bound('GET', `site-user/${ada}`);
    expect(body.user).toMatchObject({
      email: 'Ada.L@Example.org',
      membership_at: '2026-01-02T03:04:05.000Z',
      lilt_balance: 1234,
      lilt_total: 1234.5,
      level: 2,
      daily_quiz_next_time: '2026-01-01T23:30:00.000Z',
      daily_quiz_next_time_row: '2026-01-02 00:30',
      photo: { id: photo },
      banner: null,
      categories: [],
      lilt_delivery: '{"name":',
    });
    expect(Object.keys(body.user)).not.toContain('password_hash');
    expect((await superadmin('GET', `site-user/${homeless}`)).body.user).toMatchObject({
      site_program: null,
      daily_quiz_next_time_row: null,
    });
  });

  test.each(['site-user/{id}', 'user/{id}/categories'])(
    '404 for a foreign one and for nobody: %s',
    async (path) => {
      for (const id of [foreign, homeless, 2_000_000_000])
        expect((await bound('GET', path.replace('{id}', String(id)))).status).toBe(404);
      expect((await superadmin('GET', path.replace('{id}', String(foreign)))).status).toBe(200);
    },
  );
});

describe('GET site-users/csv', () => {
  const file = async (call: Call, query = '') => {
    let { body } = await call('GET', `site-users/csv?${query}`);
    await until(async () => {
      ({ body } = await call('GET', `site-users/csv?file_name=${body.file_name}`));
      expect(body.result).toBe(false);
    });
    const { body: text } = await call('GET', `/storage/reports/${body.file_name}`);
    return { text: text as string, rows: parse(text, { bom: true, record_delimiter: '\r\n' }) as string[][] };
  };

  test('holds the columns and filters of the list, flags in its words, formulas disarmed', async () => {
    const { id } = await makeSiteUser(db(), {
      first_name: '=cmd|"/c calc"!A1',
      last_name: ' ＝1',
      email: '+49 30 1234@example.org',
      site_address: '@SUM(A1)',
      program_id: own,
    });
    const { text, rows } = await file(bound, `name=example.org&program_id=${other}`);
    expect(text.startsWith('\ufeffID,First name')).toBe(true);
    expect(rows).toEqual([
      'ID,First name,Last name,Email,Type,Deleted,Status,Approved,Viewable,Membership,Program,Address,Timezone'.split(
        ',',
      ),
      [
        String(ada),
        'Ada',
        'Lovelace',
        'Ada.L@Example.org',
        'Instructor',
        'No',
        'Active',
        'Yes',
        'No',
        'Yes',
        'Brightside',
        '1 High Street',
        'Europe/Berlin',
      ],
      [
        String(gone),
        'Lea',
        expect.any(String),
        'lea@example.org',
        'Student',
        'Yes',
        'Active',
        'No',
        'Yes',
        'No',
        'Brightside',
        '',
        'America/New_York',
      ],
      [
        String(id),
        `'=cmd|"/c calc"!A1`,
        `' ＝1`,
        `'+49 30 1234@example.org`,
        'Student',
        'No',
        'Active',
        'Yes',
        'Yes',
        'No',
        'Brightside',
        `'@SUM(A1)`,
        'America/New_York',
      ],
    ]);
  });

  test('has the foreign and the homeless in the file of who sees all, and the inactive are called so', async () => {
    const { rows } = await file(superadmin, 'name=example.net');
    expect(rows.map(([id, , , , , , status, , , , program]) => [id, status, program])).toEqual([
      ['ID', 'Status', 'Program'],
      [String(foreign), 'Active', 'Faraway'],
      [String(homeless), 'Inactive', ''],
    ]);
  });
});
