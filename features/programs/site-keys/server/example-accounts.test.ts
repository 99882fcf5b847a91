/** What a person does with their own account on the example site. */
import { beforeAll, expect, test } from 'vitest';
import { asSystem, transact } from '../../../../server/context.ts';
import { tokenIn, visitsOf } from '../../../../test/example-site.ts';
import { makeProduct, makeProgram, makePurchase, makeSiteKey } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import { makeExampleSiteKeys } from './example-site-keys.ts';

const app = useTestApp();
let program: { id: number; program_tag: string };
let class_id: number;
let tell: (path: string, body: object) => Promise<Response>;
const { visitor, student } = visitsOf(app, () => program);

beforeAll(async () => {
  const { platform, http } = app();
  const db = platform.database.everything;
  program = await makeProgram(db, { lilt_enabled: 1 });
  class_id = await makeSoldClass(db, program.id, { class_price: 4999, currency: 'USD' });
  await transact(asSystem(platform, 'test'), makeExampleSiteKeys);
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { site_key } = await makeSiteKey(db, program.id);
  tell = (path, body) =>
    fetch(`${http.listeningOrigin}/api/site/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${site_key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
});

async function buyer() {
  const person = await student();
  const { text } = await person.go(`/checkout?class=${class_id}`);
  const form_token = tokenIn(text, '/checkout');
  await person.go('/checkout', { class: String(class_id), form_token, shown_total: '4999' });
  const { id: charge_id } = await app()
    .platform.database.everything.selectFrom('charges')
    .select('id')
    .where('student_id', '=', person.id)
    .executeTakeFirstOrThrow();
  return { ...person, charge_id };
}

test('staff with a user’s eyes see, after a click, and buy nothing; over is over', async () => {
  const ada = await student();
  const as = await app().as({ permissions: ['superadmin'] });
  const { url } = (await as('POST', `user/${ada.id}/login`)).body;
  const { go } = visitor();
  expect((await go('/login-as', { token: 'x'.repeat(43) })).location).toBe('?note=token');
  expect((await go('/login-as', { token: url.split('#')[1] })).location).toBe('');
  expect((await go('/account')).text).toContain('Continue as Ada Byron');
  expect((await go('/login-as/continue', {})).location).toBe('');
  expect((await go('/account')).text).toContain('You are signed in as <b>Ada Byron</b>');
  const form = { class: String(class_id), form_token: 'x'.repeat(22), shown_total: '4999' };
  for (const [path, fields] of [
    ['/checkout', form],
    ['/account/attend', { class_id: String(class_id) }],
    ['/account/coins', { code: 'x' }],
    ['/account/payment-method', { method: 'paypal' }],
  ] as const)
    expect((await go(path, { ...fields })).location).toBe('/account?note=closed');
  await go('/login-as/end', {});
  expect((await go('/account')).text).toContain('The login was ended here.');
  expect((await go('/account')).location).toBe('/sign-in?to=%2Faccount');
});

test('coins and what moved them are shown, and a code that is none says so', async () => {
  const { go, id } = await student();
  await tell('coins', { reference: `quiz-${id}`, user_id: id, amount: 12.5, reason: 'Daily quiz' });
  const page = await go('/account/coins');
  expect(page.text).toMatch(/12\.5 coins.*Daily quiz.*\+12\.5/s);
  const refused = await go('/account/coins', {
    code: 'none',
    form_token: tokenIn(page.text, '/account/coins'),
  });
  expect([refused.status, refused.text.includes('value="none"')]).toEqual([400, true]);
});

test('asks for a refund of one’s own charge alone, once by form', async () => {
  const [ada, eve] = [await buyer(), await buyer()];
  const requests = (charge_id: number) =>
    app()
      .platform.database.everything.selectFrom('refund_requests')
      .select('reason')
      .where('charge_id', '=', charge_id)
      .execute();
  const form_token = tokenIn((await ada.go('/account/payments')).text, '/account/payments');
  const ask = { charge_id: String(ada.charge_id), reason: 'Ill', form_token };
  expect((await eve.go('/account/payments', { ...ask, form_token: '' })).status).toBe(404);
  expect(await requests(ada.charge_id)).toEqual([]);
  for (let time = 0; time < 2; time++)
    expect((await ada.go('/account/payments', ask)).location).toBe('/account/payments?note=refund');
  expect(await requests(ada.charge_id)).toEqual([{ reason: 'Ill' }]);
  expect((await ada.go('/account/payments')).text).toContain('Waiting for a decision');
});

test('says where one’s own purchase goes, and nobody else’s', async () => {
  const db = app().platform.database.everything;
  const [ada, eve] = [await student(), await student()];
  const { id: product_id } = await makeProduct(db);
  const { id } = await makePurchase(db, { user_id: ada.id, product_id });
  const address = {
    name: 'Ada',
    street: '12 St James’s Square',
    city: 'Springfield',
    state: 'IL',
    zip: '62701',
    country_id: 'us',
  };
  const kept = async () => {
    const users = db.selectFrom('site_users').select('lilt_delivery').where('id', '=', ada.id);
    return JSON.stringify(await users.executeTakeFirstOrThrow()).includes('St James');
  };
  expect((await eve.go(`/account/purchases/${id}`, address)).location).toBe('/account/purchases');
  expect(await kept()).toBe(false);
  expect((await ada.go(`/account/purchases/${id}`, address)).location).toBe('/account/purchases?note=saved');
  expect(await kept()).toBe(true);
});

test('what an instructor earns is no page of a student’s', async () => {
  const { go } = await student();
  for (const path of ['/account/earnings', '/account/earnings/2026-01', '/account/payouts'])
    expect((await go(path)).status).toBe(404);
});

test('an instructor reads each line with its explanation, a statement, and sets how they are paid', async () => {
  const db = app().platform.database.everything;
  const teacher = await student();
  await db.updateTable('site_users').set({ user_type: 'I' }).where('id', '=', teacher.id).execute();
  await db.updateTable('classes').set({ instructor_id: teacher.id }).where('id', '=', class_id).execute();
  await buyer();
  const { text } = await teacher.go('/account/earnings');
  const month = /\/account\/earnings\/(\d{4}-\d\d)"/.exec(text)?.[1] ?? '';
  const page = await teacher.go(`/account/earnings/${month}`);
  expect(page.text).toContain('How it was worked out');
  const file = await teacher.go(`/account/statements/${month}.csv`);
  expect([file.status, file.headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename="${month}.csv"`,
  ]);
  const form = { method: 'paypal', 'fields.paypal.user': 'ada@example.org' };
  const wrong = await teacher.go('/account/payment-method', { ...form, password: 'wrong' });
  expect(wrong.status).toBe(403);
  const right = await teacher.go('/account/payment-method', { ...form, password: teacher.password });
  expect(right.location).toBe('/account/payment-method?note=saved');
  expect((await teacher.go('/account/payment-method')).text).toContain('value="ada@example.org"');
});
