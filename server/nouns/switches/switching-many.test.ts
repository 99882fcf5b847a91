/** Many records switched in one call, for every noun that declares it. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { NOUNS, SWITCHED_NOUNS } from '../../../features/nouns.ts';
import { makeAdmin, makeProgram } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';
import { makeNounRow, switchedKinds, switchOf } from '../../../test/rows/noun-rows.ts';

type State = { id: number; value: number };

const app = useTestApp();
const db = () => app().platform.database.everything;
let own: number;
let superadmin: Call;
let bound: Call;

beforeAll(async () => {
  own = (await makeProgram(db())).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['events', 'store', 'users', 'admins'], program_id: own });
});

/** Every switch of every noun. */
const EACH = SWITCHED_NOUNS.flatMap((noun) =>
  Object.entries<readonly number[]>(NOUNS[noun].switches.fields).map(([field, values]) => ({
    noun,
    field,
    values,
  })),
);

describe.each(EACH)('$noun, $field', ({ noun, field, values }) => {
  const { table, switches } = NOUNS[noun];
  const ofPrograms = switchedKinds(noun).includes('own');
  const path = switches.path;
  const to = values.includes(0) ? 0 : 1;
  // Categories of the site are switched by superadmins alone, as they are edited by them.
  const staff = () => (ofPrograms && noun !== 'site_category' ? bound : superadmin);
  const make = async (program_id: number | null = own) => (await makeNounRow(db(), noun, program_id)).id;
  const states = async (ids: readonly number[]) => {
    const all: State[] = [];
    for (const id of ids) all.push({ id, value: await switchOf(db(), noun, field, id) });
    return all;
  };
  const saves = async (ids: readonly number[]) => {
    const { rows } = await sql<{
      id: number;
      updated_at: string;
    }>`select id, updated_at from ${sql.table(table)}
      where id = any (${ids}::integer[]) order by id`.execute(db());
    return rows;
  };
  const put = (call: Call, records: readonly object[]) =>
    call('POST', path, { field, records, ...(field === 'featured' && { program_id: own }) });
  const toOne = async (ids: readonly number[]) => (await saves(ids)).map((save) => ({ ...save, to }));

  test('all are switched, each with its entry of the audit; the undo names what stood before', async () => {
    const ids = [await make(), await make(), await make()];
    if (noun === 'site_user' && field === 'status')
      await sql`update site_users set status = 2 where id = ${ids[1]}`.execute(db());
    const before = await states(ids);
    const done = await put(staff(), (await toOne(ids)).toReversed());
    expect(done.status, done.body.message).toBe(200);
    expect(await states(ids)).toEqual(ids.map((id) => ({ id, value: to })));
    const { rows } = await sql<{ entries: number }>`select count(*)::int as entries from audit_entries
      where entity = ${noun} and entity_id = any (${ids.map(String)}::text[])`.execute(db());
    expect(rows[0]?.entries).toBeGreaterThanOrEqual(ids.length);
    const undo = done.body.records.map(({ id, updated_at }: { id: number; updated_at: string }) => ({
      id,
      updated_at,
      to: before.find((row) => row.id === id)?.value,
    }));
    const undone = await put(staff(), undo);
    // What is removed does not return.
    expect(undone.status, undone.body.message).toBe(values.length === 1 ? 400 : 200);
    expect(await states(ids)).toEqual(values.length === 1 ? ids.map((id) => ({ id, value: to })) : before);
  });

  test('all or none: one that was saved since, one of another program, one that is not there', async () => {
    const [first, second] = [await make(), await make()];
    const shown = await toOne([first, second]);
    await sql`update ${sql.table(table)} set updated_at = updated_at + interval '1 second' where id = ${second}`.execute(
      db(),
    );
    const before = await states([first, second]);
    const late = await put(staff(), shown);
    expect(late.status).toBe(409);
    expect(late.body.message).toMatch(new RegExp(`^#${second}: `));
    expect(late.body.conflict).toHaveProperty('changed_at');
    const foreign = ofPrograms && staff() === bound ? [await make((await makeProgram(db())).id)] : [];
    for (const id of [...foreign, 999_999_999]) {
      const { status, body } = await put(staff(), [
        { id: first, to },
        { id, to },
      ]);
      expect([status, body.message]).toEqual([404, expect.stringMatching(new RegExp(`^#${id}: `))]);
    }
    expect(await states([first, second])).toEqual(before);
  });

  test('a record twice, none, too many, and a value or a switch that is not there are refused by the field', async () => {
    const id = await make();
    for (const records of [
      [
        { id, to },
        { id, to },
      ],
      [],
      Array.from({ length: 501 }, (_, n) => ({ id: n + 1, to })),
    ]) {
      const { status, body } = await put(superadmin, records);
      expect([status, body.errors?.[0]?.path]).toEqual([400, 'records']);
    }
    const value = await put(superadmin, [{ id, to: 7 }]);
    expect([value.status, value.body.errors[0].path]).toEqual([400, 'records.0.to']);
    const { status, body } = await superadmin('POST', path, { field: 'id', records: [{ id, to }] });
    expect([status, body.errors[0].path]).toEqual([400, 'field']);
    expect(await states([id])).not.toEqual([{ id, value: 7 }]);
  });

  test('two at once, in whatever order they name them: one wins, and neither waits for ever', async () => {
    // As many as it takes for both to be at work at once.
    const ids = await Promise.all(Array.from({ length: 40 }, () => make()));
    ids.sort((a, b) => a - b);
    const records = await toOne(ids);
    const answers = await Promise.all([put(superadmin, records), put(superadmin, records.toReversed())]);
    const [won, lost] = statusesOf(answers);
    expect(won).toBe(200);
    // What was removed is not there for the second.
    expect([404, 409]).toContain(lost);
    expect(await states(ids)).toEqual(ids.map((id) => ({ id, value: to })));
  });

  test('whoever may not edit one may not switch it', async () => {
    const id = await make();
    const nobody = await app().as({ permissions: ['audit'] });
    for (const call of staff() === superadmin ? [nobody, bound] : [nobody])
      expect((await put(call, [{ id, to }])).status).toBe(403);
    expect(await states([id])).not.toEqual([{ id, value: to }]);
  });
});

describe('admin users', () => {
  const remove = (call: Call, ids: readonly number[]) =>
    call('POST', 'users/switched', { field: 'removed', records: ids.map((id) => ({ id, to: 1 })) });
  const there = async (ids: readonly number[]) => {
    const admins = db().selectFrom('admins').select('id').where('deleted_at', 'is', null);
    return (await admins.where('id', 'in', ids).orderBy('id').execute()).map(({ id }) => id);
  };

  test('nobody removes oneself, or one who holds more; the others stay', async () => {
    const caller = await app().as({ permissions: ['admins'] });
    const [plain, more] = [
      (await makeAdmin(db(), { permissions: ['admins'] })).id,
      (await makeAdmin(db(), { permissions: ['money'] })).id,
    ];
    const self = await remove(caller, [plain, caller.admin_id]);
    expect([self.status, self.body.message]).toEqual([
      400,
      `#${caller.admin_id}: You cannot remove yourself`,
    ]);
    const above = await remove(caller, [plain, more]);
    expect([above.status, above.body.message]).toEqual([
      403,
      `#${more}: This admin user has a permission you don't have`,
    ]);
    expect(await there([plain, more])).toEqual([plain, more]);
    const token = await app().signedIn(plain);
    expect((await remove(caller, [plain])).status).toBe(200);
    expect((await token('GET', 'users')).status).toBe(401);
  });

  test('two superadmins who remove each other and the rest at once leave one of them', async () => {
    const [one, other] = [
      await app().as({ permissions: ['superadmin'] }),
      await app().as({ permissions: ['superadmin'] }),
    ];
    const rest = await db()
      .selectFrom('admins')
      .select('id')
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`'superadmin' = any (permissions)`)
      .where('id', 'not in', [one.admin_id, other.admin_id])
      .execute();
    const others = rest.map(({ id }) => id);
    const answers = await Promise.all([
      remove(one, [...others, other.admin_id]),
      remove(other, [...others, one.admin_id]),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(await there([one.admin_id, other.admin_id, ...others])).toHaveLength(1);
  });
});

test('a thousandth of a list in one call: five hundred tokens', async () => {
  const caller = await app().as({ permissions: ['superadmin'] });
  const tokens = Array.from({ length: 500 }, (_, n) => ({ code: `many-${n}`, amount: 100 }));
  const made = await db().insertInto('lilt_tokens').values(tokens).returning('id').execute();
  const { status, body } = await caller('POST', 'tokens/switched', {
    field: 'status',
    records: made.map(({ id }) => ({ id, to: 0 })),
  });
  expect([status, body.records?.length]).toEqual([200, 500]);
});
