/** Codes checked by sites: by the row that a sale would be divided by. Specification: Sites, prices. */
import { beforeEach, expect, test } from 'vitest';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { setRows } from '../../../../test/rows/commission-groups.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import { CODE, type DiscountType, type LevelName } from '../../rules.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

let program: number;
let home: number;
let key: string;
let class_id: number;
let instructor_id: number;
let referrer_id: number;
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  home = (await makeProgram(db())).id;
  key = (await makeSiteKey(db(), program)).site_key;
  class_id = await makeSoldClass(db(), program, { class_price: 4999, home });
  const { instructor_id: of } = await db()
    .selectFrom('classes')
    .select('instructor_id')
    .where('id', '=', class_id)
    .executeTakeFirstOrThrow();
  instructor_id = of ?? 0;
  referrer_id = (await makeSiteUser(db(), { program_id: home })).id;
});

const check = (code: string, more: object = {}) =>
  app().call(
    'POST',
    '/api/site/codes/check',
    { code, class_id, ...more },
    { authorization: `Bearer ${key}` },
  );
const code = (level: LevelName, owner: number, discount: number | null, discount_type: DiscountType | null) =>
  setRows(db(), level, owner, [
    { type: CODE, commission: 5, referrer_id, code: 'Ada20', discount, discount_type },
  ]);
const discountOf = async () => (await check(' aDA20 ')).body.discount;

test('of the class before its instructor’s before their program’s; what is replaced counts no more', async () => {
  await code('program', home, 10, 'percent');
  expect((await check('ADA20')).body).toEqual({
    valid: true,
    price: 4999,
    discount: 500,
    total: 4499,
    currency: 'USD',
  });
  await code('instructor', instructor_id, 7.5, 'amount');
  expect(await discountOf()).toBe(750);
  await code('class', class_id, 60, 'amount');
  expect(await discountOf()).toBe(4999);
  await code('class', class_id, null, null);
  expect(await discountOf()).toBe(0);
  await setRows(db(), 'class', class_id, []);
  expect(await discountOf()).toBe(750);
});

test('an amount is one of dollars: off a price in another currency it takes nothing', async () => {
  await db().updateTable('classes').set({ currency: 'EUR' }).where('id', '=', class_id).execute();
  await code('class', class_id, 5, 'amount');
  expect((await check('ada20')).body).toMatchObject({
    valid: true,
    discount: 0,
    total: 4999,
    currency: 'EUR',
  });
});

test('a code that would not count is answered alike, whatever it is elsewhere', async () => {
  await code('program', program, 10, 'percent');
  const other = await makeSoldClass(db(), program);
  await code('class', other, 10, 'percent');
  for (const typed of ['Ada20', 'never was']) {
    const { status, body } = await check(typed);
    expect([status, body]).toEqual([200, { valid: false }]);
  }
  expect((await check('Ada20', { class_id: other })).body.valid).toBe(true);
});

test('404 for a class that is not sold there and a stranger, with whatever code', async () => {
  await code('class', class_id, 10, 'percent');
  const stranger = (await makeSiteUser(db(), { program_id: home })).id;
  for (const typed of ['Ada20', 'never was'])
    for (const [path, id] of [
      ['class_id', await makeSoldClass(db(), home)],
      ['user_id', stranger],
    ] as const) {
      const { status, body } = await check(typed, { [path]: id });
      expect([status, body.errors[0].path]).toEqual([404, path]);
    }
});
