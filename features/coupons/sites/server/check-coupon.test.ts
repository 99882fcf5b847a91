/** Coupons checked by sites: their worth, and nothing about others. Specification: Sites, prices. */
import { beforeEach, expect, test } from 'vitest';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { makeCoupon } from '../../../../test/rows/coupons.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

let program: number;
let elsewhere: number;
let key: string;
let class_id: number;
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  elsewhere = (await makeProgram(db())).id;
  key = (await makeSiteKey(db(), program)).site_key;
  class_id = await makeSoldClass(db(), program, { class_price: 4999 });
});

const check = (coupon: string, more: object = {}) =>
  app().call(
    'POST',
    '/api/site/coupons/check',
    { coupon, class_id, ...more },
    { authorization: `Bearer ${key}` },
  );

test('by name or Stripe ID, off the price of the site, to the cent', async () => {
  await db()
    .updateTable('class_programs')
    .set({ discount_percentage: 15 })
    .where('class_id', '=', class_id)
    .execute();
  const { coupon_stripe_id } = await makeCoupon(
    db(),
    { program_id: program, coupon_name: 'Spring' },
    { kind: 'percent', value: 33.33 },
  );
  // 4999 less 15 % is 4249.15, and a third of 4249 is 1416.19.
  const worth = { valid: true, price: 4249, discount: 1416, total: 2833, currency: 'USD' };
  for (const coupon of ['Spring', ' sPRING ', coupon_stripe_id])
    expect((await check(coupon)).body).toEqual(worth);
});

test('an amount takes off no more than the price, and only in its currency', async () => {
  const amount = (value: number, currency: string) =>
    makeCoupon(db(), { program_id: program }, { kind: 'amount', value, currency });
  const off = async (value: number, currency: string) =>
    (await check((await amount(value, currency)).coupon_stripe_id)).body;
  expect(await off(10.5, 'USD')).toMatchObject({ discount: 1050, total: 3949 });
  expect(await off(50, 'USD')).toMatchObject({ discount: 4999, total: 0 });
  expect(await off(10, 'EUR')).toEqual({ valid: false });
  const yen = await makeSoldClass(db(), program, { class_price: 4999, currency: 'JPY' });
  const coupon = (await amount(500, 'JPY')).coupon_stripe_id;
  expect((await check(coupon, { class_id: yen })).body).toMatchObject({ discount: 500, total: 4499 });
});

test('whatever does not apply is answered alike', async () => {
  const known = { kind: 'percent', value: 10 } as const;
  const coupons = await Promise.all([
    makeCoupon(db(), { program_id: elsewhere }, known),
    makeCoupon(db(), { program_id: null }, known),
    makeCoupon(db(), { program_id: program }, null),
    makeCoupon(db(), { program_id: program }, { ...known, valid: false }),
    makeCoupon(db(), { program_id: program }, { ...known, redeem_by: '2020-01-01T00:00:00.000Z' }),
    makeCoupon(db(), { program_id: program, deleted_at: '2020-01-01T00:00:00.000Z' }, known),
  ]);
  for (const coupon of [...coupons.map(({ coupon_stripe_id }) => coupon_stripe_id), 'never was']) {
    const { status, body } = await check(coupon);
    expect([status, body], coupon).toEqual([200, { valid: false }]);
  }
});

test('404 for a class that is not sold there and a user who is a stranger, with whatever coupon', async () => {
  const foreign = await makeSoldClass(db(), elsewhere);
  const stranger = (await makeSiteUser(db(), { program_id: elsewhere })).id;
  const { coupon_stripe_id } = await makeCoupon(
    db(),
    { program_id: program },
    { kind: 'percent', value: 10 },
  );
  for (const coupon of [coupon_stripe_id, 'never was'])
    for (const [path, id] of [
      ['class_id', foreign],
      ['class_id', 2_000_000_000],
      ['user_id', stranger],
    ] as const) {
      const { status, body } = await check(coupon, { [path]: id });
      expect([status, body.errors[0].path]).toEqual([404, path]);
    }
});
