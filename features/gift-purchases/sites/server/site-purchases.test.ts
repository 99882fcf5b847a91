/** Purchases that sites tell, and where they go. Specification: Sites, purchases. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  DELIVERY,
  makeProduct,
  makeProgram,
  makePurchase,
  makeSiteKey,
  makeSiteUser,
} from '../../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../../test/harness.ts';
import { makeUserWithCoins, purseOf } from '../../../../test/rows/coins.ts';
import { inDays, makeEvent } from '../../../../test/rows/events.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

let program: number;
let elsewhere: number;
let key: string;
let user_id: number;
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  elsewhere = (await makeProgram(db())).id;
  key = (await makeSiteKey(db(), program)).site_key;
  user_id = await makeUserWithCoins(db(), 10, { program_id: program });
});

const call = (path: string, body: object) =>
  app().call('POST', `/api/site/purchases${path}`, body, { authorization: `Bearer ${key}` });
const buy = (more: object) => call('', { reference: crypto.randomUUID(), user_id, ...more });
const product = async (values: object = {}) =>
  (await makeProduct(db(), { program_id: program, ...values })).id;
const selling = async (product_id: number | null, values: object = {}) =>
  (
    await makeEvent(db(), {
      type: 'regular',
      price: 250,
      end_at: inDays(1),
      program_id: program,
      product_id,
      ...values,
    })
  ).id;
const purchases = () =>
  db().selectFrom('gift_purchases').selectAll().where('user_id', '=', user_id).orderBy('id').execute();

describe('POST purchases', () => {
  test('an event at its own price with a ticket, whether told or not; at another 400', async () => {
    const event_id = await selling(await product());
    expect((await buy({ event_id })).body.results[0]).toMatchObject({ state: 'created', balance: 7.5 });
    expect((await buy({ event_id, price: 2.5 })).body.results[0].balance).toBe(5);
    const { status, body } = await buy({ event_id, price: 2.49 });
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'price', message: 'The price of this event is 2.50' }],
    ]);
    expect((await purchases()).map(({ event_id: of, price }) => [of, price])).toEqual(
      Array(2).fill([event_id, 250]),
    );
    const tickets = db().selectFrom('tickets').select('id').where('user_id', '=', user_id);
    expect(await tickets.execute()).toHaveLength(2);
  });

  test('a guest buys what the site shows, not what their home does', async () => {
    const guest = await makeUserWithCoins(db(), 10, { program_id: elsewhere });
    await db().insertInto('site_user_sites').values({ user_id: guest, program_id: program }).execute();
    const [shown, hidden] = [await product(), await product({ program_id: elsewhere })];
    const wish = (product_id: number) => buy({ user_id: guest, product_id, price: 1 });
    expect((await wish(shown)).status).toBe(200);
    expect((await wish(hidden)).body.errors[0].path).toBe('product_id');
    await db()
      .insertInto('gift_product_programs')
      .values({ product_id: hidden, program_id: program })
      .execute();
    expect((await wish(hidden)).body.results[0].balance).toBe(8);
  });

  test('404 by name for what is not the site’s, 400 for what is not offered; nothing is taken', async () => {
    const hidden = await product({ program_id: elsewhere });
    const stranger = await makeUserWithCoins(db(), 1, { program_id: elsewhere });
    const own = await product();
    const refused: [object, number, string][] = [
      [{ product_id: hidden, price: 1 }, 404, 'product_id'],
      [{ product_id: 2_000_000_000, price: 1 }, 404, 'product_id'],
      [{ event_id: await selling(own, { program_id: elsewhere }) }, 404, 'event_id'],
      [{ event_id: 2_000_000_000 }, 404, 'event_id'],
      [{ user_id: stranger, product_id: own, price: 1 }, 404, 'user_id'],
      [{ event_id: await selling(hidden) }, 400, 'event_id'],
      [{ event_id: await selling(null) }, 400, 'event_id'],
      [{ event_id: await selling(own, { available: 0 }) }, 400, 'quantity'],
      [{ event_id: await selling(own, { end_at: inDays(-1) }) }, 400, 'event_id'],
      [{ product_id: await product({ active: 0 }), price: 1 }, 400, 'product_id'],
      [{ product_id: own, price: 10.01 }, 400, 'user_id'],
      [{ product_id: own }, 400, 'price'],
      [{ product_id: own, price: -1 }, 400, 'price'],
      [{ product_id: own, price: 0.001 }, 400, 'price'],
      [{ product_id: own, event_id: 1, price: 1 }, 400, 'product_id'],
      [{ price: 1 }, 400, 'product_id'],
    ];
    for (const [wish, status, path] of refused) {
      const answer = await buy(wish);
      expect([answer.status, answer.body.errors?.[0].path], JSON.stringify(wish)).toEqual([status, path]);
    }
    expect(await purchases()).toEqual([]);
    expect(await purseOf(db(), user_id)).toEqual({ balance: 1000, ledger: 1000 });
  });

  test('fifty at once who spend the last coins of one person: each coin once', async () => {
    const product_id = await product();
    const event_id = await selling(await product(), { price: 300 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => buy(n % 2 ? { product_id, price: 3 } : { event_id })),
    );
    expect(statusesOf(answers)).toEqual([...Array(3).fill(200), ...Array(47).fill(400)]);
    expect(await purseOf(db(), user_id)).toEqual({ balance: 100, ledger: 100 });
    expect(await purchases()).toHaveLength(3);
  });
});

describe('POST purchases/{id}/delivery', () => {
  const address = JSON.parse(DELIVERY);
  const ordered = async (values: object = {}) => (await makePurchase(db(), { user_id, ...values })).id;

  test('keeps the address as the user’s, parts of it later; recorded as by the key', async () => {
    const id = await ordered();
    const first = await call(`/${id}/delivery`, address);
    expect(first.body.purchase).toMatchObject({ id, delivery: address, delivery_confirmed: true });
    const { body } = await call(`/${id}/delivery`, { notes: 'Knock' });
    expect(body.purchase.delivery).toMatchObject({ ...address, notes: 'Knock' });
    const recorded = db()
      .selectFrom('audit_entries')
      .select('action')
      .where('entity', '=', 'site_user')
      .where('entity_id', '=', String(user_id))
      .where('site_key_id', 'is not', null);
    expect(await recorded.execute()).toEqual([{ action: 'update' }, { action: 'update' }]);
  });

  test('400 names what is wrong and what is missing, and keeps nothing', async () => {
    const id = await ordered();
    for (const [body, path] of [
      [{}, 'name'],
      [{ ...address, zip: ' ' }, 'zip'],
      [{ ...address, country_id: 'de' }, 'country_id'],
      [{ ...address, phone: 5 }, 'phone'],
    ] as const) {
      const answer = await call(`/${id}/delivery`, body);
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, path]);
    }
    expect((await call(`/${id}/delivery`, { ...address, door: 'red' })).status).toBe(400);
    const user = db().selectFrom('site_users').select('lilt_delivery').where('id', '=', user_id);
    expect(await user.executeTakeFirst()).toEqual({ lilt_delivery: '' });
  });

  test('400 for what has been sent or was not won, 404 for what is nobody’s of the site', async () => {
    const sent = await ordered({ product_id: await product({ type: 'physical' }) });
    await db().updateTable('site_users').set({ lilt_delivery: DELIVERY }).where('id', '=', user_id).execute();
    const superadmin = await app().as({ permissions: ['superadmin'] });
    expect((await superadmin('POST', 'lilt-purchases/fulfill', { ids: [sent] })).status).toBe(200);
    const again = await call(`/${sent}/delivery`, { ...address, name: 'Another admin' });
    expect([again.status, again.body.message]).toEqual([400, 'This order is already fulfilled']);
    const event_id = (await makeEvent(db(), { program_id: program })).id;
    const lost = await ordered({ type: 'prize', state: 'non-win', event_id });
    expect((await call(`/${lost}/delivery`, address)).status).toBe(400);
    const stranger = (await makeSiteUser(db(), { program_id: elsewhere })).id;
    for (const id of [await ordered({ user_id: stranger }), 2_000_000_000]) {
      const { status, body } = await call(`/${id}/delivery`, address);
      expect([status, body.errors[0].path]).toEqual([404, 'id']);
    }
  });
});
