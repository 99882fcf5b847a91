/** Who is on a site, as the site tells. */
import { beforeEach, expect, test } from 'vitest';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../../test/harness.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let site: { id: number; key: string };

beforeEach(async () => {
  site = await makeSite();
});

async function makeSite() {
  const { id } = await makeProgram(db());
  return { id, key: (await makeSiteKey(db(), id)).site_key };
}
const user = async (values: object = {}) => (await makeSiteUser(db(), { program_id: site.id, ...values })).id;
const tell = (user_ids: unknown, key = site.key) =>
  app().call('POST', '/api/site/seen', { user_ids }, { authorization: `Bearer ${key}` });
const seenAt = async (id: number) =>
  (await db().selectFrom('seen_users').select('last_seen_at').where('user_id', '=', id).executeTakeFirst())
    ?.last_seen_at;

test('200: seen now, those who are at home there, who may sign in there, and one who is listed twice', async () => {
  const home = (await makeProgram(db())).id;
  const [own, byHand, byDefault] = [await user(), await user({ program_id: home }), await user()];
  await db().insertInto('site_user_sites').values({ user_id: byHand, program_id: site.id }).execute();
  const other = (await makeProgram(db())).id;
  await db().updateTable('site_users').set({ program_id: other }).where('id', '=', byDefault).execute();
  await db()
    .insertInto('program_defaults')
    .values({ program_id: other, default_program_id: site.id })
    .execute();
  const earliest = Date.now();
  const { status, body } = await tell([own, byHand, byDefault, own]);
  expect([status, body]).toEqual([200, { seen: 3, deleted: [] }]);
  const before = await seenAt(own);
  expect(Date.parse(before ?? '')).toBeGreaterThanOrEqual(earliest);
  expect(Date.parse(before ?? '')).toBeLessThanOrEqual(Date.now());
  await new Promise((resolve) => setTimeout(resolve, 5));
  await tell([own]);
  expect(Date.parse((await seenAt(own)) ?? '')).toBeGreaterThan(Date.parse(before ?? ''));
});

test('who is deleted is told of, and not seen', async () => {
  const [there, gone] = [await user(), await user({ del_status: 1 })];
  expect((await tell([gone, there])).body).toEqual({ seen: 1, deleted: [gone] });
  expect(await seenAt(gone)).toBeUndefined();
});

test('400 by place for a stranger and for nobody, in the same words, and then nobody is seen', async () => {
  const own = await user();
  const foreign = await user({ program_id: (await makeSite()).id });
  for (const stranger of [foreign, 2_000_000_000]) {
    const { status, body } = await tell([own, stranger]);
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'user_ids.1', message: `There is no user ${stranger}` }],
    ]);
  }
  expect(await seenAt(own)).toBeUndefined();
});

test.each([
  ['none', []],
  ['a text', ['1']],
  ['more than a thousand', Array.from({ length: 1001 }, (_, index) => index + 1)],
  ['no list', 1],
])('400 for %s', async (_, ids) => {
  const { status, body } = await tell(ids);
  expect([status, body.errors[0].path]).toMatchObject([400, expect.stringMatching(/^user_ids/)]);
});

test('401 without the key of a site, with an unknown one, and for an admin’s token', async () => {
  const own = await user();
  const admin = await app().as({ permissions: ['superadmin'] });
  const answers = [
    await app().call('POST', '/api/site/seen', { user_ids: [own] }),
    await tell([own], 'x'),
    await admin('POST', '/api/site/seen', { user_ids: [own] }),
  ];
  expect(statusesOf(answers)).toEqual([401, 401, 401]);
});

test('twenty at once over the same people are all answered, or told to come again', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => user()));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => tell(turn % 2 ? ids : ids.toReversed())),
  );
  expect(statusesOf(answers)).toEqual(Array.from({ length: 20 }, () => 200));
});
