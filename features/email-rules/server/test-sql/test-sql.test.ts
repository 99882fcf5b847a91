/** Trying conditions as SQL: what is answered, to whom, and where a text is refused. */
import { beforeAll, describe, expect, test } from 'vitest';
import { makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../test/harness.ts';
import { ACCEPTED } from '../../../../test/hostile/sql-injections.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
const PATH = 'email-rule/test-sql';
let superadmin: Call;
let bound: Call;
let own: number;

beforeAll(async () => {
  own = (await makeProgram(db())).id;
  const foreign = (await makeProgram(db())).id;
  for (let n = 0; n < 60; n++)
    await makeSiteUser(db(), {
      program_id: n % 2 ? own : foreign,
      user_type: n % 4 ? 'S' : 'I',
      del_status: n === 59 ? 1 : 0,
    });
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['content'], program_id: own });
});

describe('POST email-rule/test-sql', () => {
  test.each(ACCEPTED)('takes %s', async (text) => {
    const { status, body } = await superadmin('POST', PATH, { sql: text });
    expect([status, Array.isArray(body.users)]).toEqual([200, true]);
  });

  test('shows the caller’s users alone, 50 of them and how many there are, none that is deleted', async () => {
    const all = "SELECT * FROM site_users WHERE user_type IN ('S', 'I', 'O')";
    const global = (await superadmin('POST', PATH, { sql: all })).body;
    expect([global.users.length, global.count]).toEqual([50, 59]);
    expect(Object.keys(global.users[0]).toSorted()).toEqual([
      'dateadded',
      'first_name',
      'id',
      'last_name',
      'membership',
      'membership_at',
      'user_type',
    ]);
    const mine = (await bound('POST', PATH, { sql: all, program_id: 0 })).body;
    expect([mine.users.length, mine.count]).toEqual([29, 29]);
    expect((await superadmin('POST', PATH, { sql: all, program_id: own })).body.count).toBe(29);
  });

  test('names what is wrong and where', async () => {
    const { status, body } = await bound('POST', PATH, {
      sql: "SELECT * FROM site_users WHERE user_type = 'S' ORDER BY id",
    });
    expect([status, body.position, body.near, body.errors[0].path]).toEqual([400, 48, 'ORDER', 'sql']);
    const wide = await bound('POST', PATH, {
      sql: "SELECT * FROM site_users WHERE user_type = '🙂é' OR x = 1",
    });
    expect([wide.body.position, wide.body.near]).toEqual([44, "'🙂é'"]);
  });

  test('takes 8 KB and no more', async () => {
    const long = `SELECT * FROM site_users WHERE membership = 1${' OR membership = 1'.repeat(450)}`;
    expect((await bound('POST', PATH, { sql: long })).status).toBe(200);
    const { status, body } = await bound('POST', PATH, { sql: long.padEnd(8193) });
    expect([status, body.errors[0].path]).toEqual([400, 'sql']);
    expect(
      (await bound('POST', PATH, { sql: `SELECT * FROM site_users WHERE user_type = '${'é'.repeat(5000)}'` }))
        .status,
    ).toBe(400);
  });
});
