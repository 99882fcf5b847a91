/** Orders read and fulfilled, over HTTP. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { DELIVERY, makeProduct, makeProgram, makePurchase, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { makeEvent } from '../../../test/rows/events.ts';
import { PURCHASE_SORTS } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let program: number;
let elsewhere: number;
type Admin = Call & { admin_id: number };
let bound: Admin;
let boundElsewhere: Admin;
let superadmin: Admin;
let globalAdmin: Admin;

beforeAll(async () => {
  program = (await makeProgram(db())).id;
  elsewhere = (await makeProgram(db())).id;
  bound = await app().as({ permissions: ['store'], program_id: program });
  boundElsewhere = await app().as({ permissions: ['store'], program_id: elsewhere });
  superadmin = await app().as({ permissions: ['superadmin'] });
  globalAdmin = await app().as({ permissions: ['store'] });
});

const userOf = (values: object = {}) =>
  makeSiteUser(db(), { program_id: program, lilt_delivery: DELIVERY, ...values });
/** A parcel that can be sent, unless its user or product say otherwise. */
async function order(user: object = {}, product: object = {}): Promise<number> {
  const product_id = (await makeProduct(db(), product)).id;
  return (await makePurchase(db(), { user_id: (await userOf(user)).id, product_id })).id;
}
async function prizeOf(state: 'win' | 'non-win'): Promise<number> {
  const product_id = (await makeProduct(db())).id;
  const event_id = (await makeEvent(db(), { program_id: program, product_id })).id;
  const { id: user_id } = await userOf();
  return (await makePurchase(db(), { user_id, product_id, event_id, type: 'prize', state })).id;
}
async function payee(settings: object | null): Promise<number> {
  const { id } = await userOf({ lilt_delivery: '' });
  if (settings)
    await db()
      .insertInto('payment_settings')
      .values({ user_id: id, ...settings })
      .execute();
  return id;
}
async function moneyOrder(settings: object | null, product: object = {}): Promise<number> {
  const made = await makeProduct(db(), { type: 'money', amount: 4999, currency: 'USD', ...product });
  return (await makePurchase(db(), { user_id: await payee(settings), product_id: made.id })).id;
}
const PAYPAL = { paid_by: 'paypal', fields: JSON.stringify({ paypal: { user: 'ada@example.org' } }) };
const rowOf = (id: number) =>
  db().selectFrom('gift_purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const fulfil = (call: Call, ids: unknown, key?: string) =>
  call('POST', 'lilt-purchases/fulfill', { ids }, key ? { 'idempotency-key': key } : {});
const listed = async (call: Call, query: string) => (await call('GET', `lilt-purchases?${query}`)).body;
const idsIn = (body: { products: { id: number }[] }) => body.products.map(({ id }) => id);

describe('GET lilt-purchases', () => {
  test('a row says what, who, where and whether it can go', async () => {
    const product = await makeProduct(db(), { name: 'A telescope' });
    const event = await makeEvent(db(), { program_id: program, product_id: product.id, name: 'Stars' });
    const user = await userOf({ first_name: 'Grace', last_name: 'Hopper' });
    const values = { product_id: product.id, user_id: user.id, event_id: event.id };
    const { id, created_at } = await makePurchase(db(), { ...values, type: 'prize', state: 'win' });
    const { products, count } = await listed(bound, `user_name=%23${user.id}`);
    expect(count).toBe(1);
    expect(products).toEqual([
      {
        id,
        product: { id: product.id, name: 'A telescope' },
        user: { id: user.id, name: 'Grace Hopper', email: user.email },
        user_deleted: 0,
        program_id: program,
        event: { id: event.id, name: 'Stars' },
        created_at,
        product_type: 'physical',
        type: 'prize',
        state: 'win',
        delivery_confirmed: 1,
        payee_stopped: 0,
        fulfilled: 0,
        fulfilled_at: null,
        fulfilment_id: null,
        can_undo: 0,
        carrier: '',
        tracking_number: '',
        price: 0,
      },
    ]);
  });

  test('every filter, alone and with another', async () => {
    const word = `Filter${program}`;
    const book = await makeProduct(db(), { name: `${word} book` });
    const coin = await makeProduct(db(), { name: `${word} cash`, type: 'money' });
    const event_id = (await makeEvent(db(), { program_id: program, product_id: book.id })).id;
    const [ann, ben] = [
      await userOf({ first_name: 'Ann', last_name: word }),
      await userOf({ lilt_delivery: '' }),
    ];
    const make = async (values: Parameters<typeof makePurchase>[1]) => (await makePurchase(db(), values)).id;
    const bought = await make({ user_id: ann.id, product_id: book.id });
    const won = await make({ user_id: ann.id, product_id: book.id, event_id, type: 'prize', state: 'win' });
    const lost = await make({ user_id: ben.id, product_id: book.id, event_id, type: 'prize' });
    const cash = await make({ user_id: ben.id, product_id: coin.id });
    const found = async (query: string) => idsIn(await listed(bound, `product_name=${word}&${query}`));
    expect(await found('')).toEqual([bought, won, lost, cash]);
    expect(await found('product_type=money')).toEqual([cash]);
    expect(await found('event_type=prize')).toEqual([won, lost]);
    expect(await found('event_type=prize&state=non-win')).toEqual([lost]);
    expect(await found('state=win')).toEqual([won]);
    expect(await found('fulfillable=1')).toEqual([bought, won]);
    expect(await found('fulfillable=0')).toEqual([lost, cash]);
    expect(await found(`user_name=${word}+ann`)).toEqual([bought, won]);
    expect(await found(`user_name=${ben.email}`)).toEqual([lost, cash]);
    for (const name of [ben.id, `%23${ben.id}`]) expect(await found(`user_name=${name}`)).toContain(lost);
    for (const name of [coin.id, `%23${coin.id}`])
      expect(idsIn(await listed(bound, `product_name=${name}&user_name=${ben.email}`))).toEqual([cash]);
    expect(idsIn(await listed(globalAdmin, `product_name=${word}&program_id=${elsewhere}`))).toEqual([]);
    expect(await found(`program_id=${elsewhere}`), 'overridden').toHaveLength(4);
    expect((await bound('GET', `lilt-purchases/fulfillable?product_name=${word}`)).body).toEqual({
      ids: [bought, won],
      count: 2,
    });
    expect(
      (await bound('GET', `lilt-purchases/fulfillable?product_name=${word}&fulfillable=0`)).body,
    ).toEqual({ ids: [], count: 0 });
    for (const query of [
      'product_type=x',
      'state=lost',
      'event_type=x',
      'fulfillable=2',
      'sort_by=email',
      'x=1',
    ])
      expect((await bound('GET', `lilt-purchases?${query}`)).status, query).toBe(400);
  });

  test('sorts by every column both ways in a total order, page by page', async () => {
    const word = `Sorted${program}`;
    for (let n = 0; n < 54; n++) {
      const product = await makeProduct(db(), { name: `${word} ${n % 3}`, type: n % 2 ? 'nft' : 'physical' });
      const user = await userOf({
        first_name: `P${n % 4}`,
        last_name: 'X',
        ...(n % 5 ? {} : { lilt_delivery: '' }),
      });
      await makePurchase(db(), { user_id: user.id, product_id: product.id });
    }
    for (const sort_by of PURCHASE_SORTS) {
      const query = `product_name=${word}&sort_by=${sort_by}`;
      const [first, second, back] = [
        await listed(globalAdmin, `${query}&page=1`),
        await listed(globalAdmin, `${query}&page=2`),
        await listed(globalAdmin, `${query}&sort_dest=desc&page=1`),
      ];
      expect(first.count).toBe(54);
      const all = [...idsIn(first), ...idsIn(second)];
      expect(new Set(all).size, sort_by).toBe(54);
      expect(idsIn(back).slice(0, 4), sort_by).toEqual(all.toReversed().slice(0, 4));
    }
    const byName = await listed(bound, `product_name=${word}&sort_by=user`);
    expect(byName.products[0].user.name).toBe('P0 X');
  });

  test('is those of the program’s own users, whatever product and event they have', async () => {
    const product = await makeProduct(db(), { program_id: elsewhere, name: 'Of another program' });
    const event = await makeEvent(db(), { program_id: elsewhere, product_id: product.id });
    const [here, there] = [await userOf(), await userOf({ program_id: elsewhere })];
    const prize = { product_id: product.id, event_id: event.id, type: 'prize' as const };
    const own = (await makePurchase(db(), { user_id: here.id, state: 'win', ...prize })).id;
    const foreign = (await makePurchase(db(), { user_id: there.id, ...prize })).id;
    expect((await listed(bound, `product_name=${product.id}`)).products).toMatchObject([
      { id: own, product: { name: 'Of another program' }, event: null },
    ]);
    expect(idsIn(await listed(globalAdmin, `product_name=${product.id}`))).toEqual([own, foreign]);
    expect((await bound('GET', `lilt-purchase/${foreign}`)).status).toBe(404);
    expect((await boundElsewhere('GET', `lilt-purchase/${own}`)).status).toBe(404);
    const nobodys = await order({ program_id: null });
    expect((await bound('GET', `lilt-purchase/${nobodys}`)).status).toBe(404);
    expect((await globalAdmin('GET', `lilt-purchase/${nobodys}`)).body.purchase.program_id).toBe(0);
  });
});

describe('GET lilt-purchase/{id}', () => {
  const one = async (id: number) => (await bound('GET', `lilt-purchase/${id}`)).body.purchase;

  test('a parcel: the label as it would be sent, what is missing, what cannot be read', async () => {
    expect(await one(await order())).toMatchObject({
      delivery_confirmed: 1,
      missing: [],
      unreadable: null,
      line: {
        name: 'Ada Lovelace',
        address: ['12 St James’s Square', 'Flat 3', 'Springfield, IL 62701', 'USA'],
        phone: '+1 555 0100',
        notes: 'Ring twice',
        amount: null,
        method: null,
      },
    });
    const half = await one(await order({ lilt_delivery: '{"name":"Ben","city":"Lyon"}' }));
    expect(half).toMatchObject({ delivery_confirmed: 0, unreadable: null, line: { address: ['Lyon'] } });
    expect(half.missing).toEqual(['state', 'street', 'postal code', 'country']);
    const broken = await one(await order({ lilt_delivery: 'ring twice {', first_name: 'Cy', last_name: '' }));
    expect(broken).toMatchObject({ unreadable: 'ring twice {', line: { name: 'Cy', address: [] } });
    expect(broken.missing).toEqual(['a recognised address']);
  });

  test('money: how much, by which method, what that needs; never a secret', async () => {
    expect(await one(await moneyOrder(PAYPAL))).toMatchObject({
      delivery_confirmed: 1,
      missing: [],
      line: { amount: 49.99, currency: 'USD', method: 'paypal', address: [] },
    });
    expect(await one(await moneyOrder(PAYPAL, { amount: 4999, currency: 'JPY' }))).toMatchObject({
      line: { amount: 4999, currency: 'JPY' },
    });
    expect(await one(await moneyOrder(null, { amount: null, currency: null }))).toMatchObject({
      delivery_confirmed: 0,
      missing: ['payout method'],
      line: { amount: null, currency: null, method: null },
    });
    const id = await moneyOrder({ paid_by: 'direct' });
    const { user_id } = await rowOf(id);
    const secret = { user_id, field: 'account', sealed: Buffer.alloc(40, 7) };
    await db().insertInto('payment_secrets').values(secret).execute();
    expect(await one(id)).toMatchObject({ delivery_confirmed: 0, missing: ['Routing number'] });
    await db()
      .insertInto('payment_secrets')
      .values({ ...secret, field: 'routing_number' })
      .execute();
    const ready = await one(id);
    expect(ready).toMatchObject({ delivery_confirmed: 1, missing: [], line: { method: 'direct' } });
    expect(JSON.stringify(ready)).not.toMatch(/sealed|secret|known/);
  });

  test('what needs no sending is confirmed, and is nothing to fulfil', async () => {
    for (const type of ['nft', 'discount'] as const) {
      const id = await order({ lilt_delivery: '{' }, { type });
      expect(await one(id)).toMatchObject({ delivery_confirmed: 1, missing: [], unreadable: null });
      const { status, body } = await fulfil(bound, [id]);
      expect([status, body.message]).toEqual([400, `Order ${id} has nothing to send or pay`]);
    }
  });
});

describe('POST lilt-purchases/fulfill', () => {
  test('200: the row, its line as it was, the file, the record', async () => {
    const id = await order({ first_name: '=Ada', last_name: '"Quote"' }, { name: '=SUM(A1), a "book"' });
    const { status, body } = await fulfil(bound, [id]);
    expect([status, body.count]).toEqual([200, 1]);
    expect(body.file).toMatch(/^\/storage\/reports\/[0-9a-f]{32}\.csv$/);
    const row = (await bound('GET', `lilt-purchase/${id}`)).body.purchase;
    expect(row).toMatchObject({ fulfilled: 1, fulfilment_id: body.fulfilment_id, delivery_confirmed: 1 });
    await db().updateTable('site_users').set({ lilt_delivery: '' }).where('id', '=', row.user.id).execute();
    expect((await bound('GET', `lilt-purchase/${id}`)).body.purchase).toEqual(row);
    const { orders, ...fulfilment } = (await bound('GET', `lilt-fulfilment/${body.fulfilment_id}`)).body
      .fulfilment;
    expect(orders).toEqual([{ ...row.line, carrier: '', tracking_number: '' }]);
    const admins = db().selectFrom('admins').select('email').where('id', '=', bound.admin_id);
    expect(fulfilment).toEqual({
      id: body.fulfilment_id,
      created_at: row.fulfilled_at,
      created_by: (await admins.executeTakeFirstOrThrow()).email,
      printed_at: null,
      printed_by: null,
      can_undo: 1,
    });
    const file = await bound('GET', body.file);
    expect(file.headers).toMatchObject({
      'content-type': expect.stringContaining('text/csv'),
      'content-disposition': expect.stringMatching(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/),
      'cache-control': 'no-store',
    });
    expect(file.body).toBe(
      `\ufeff${[
        'ID,Product,User,Email,Address line 1,Address line 2,Address line 3,Address line 4,Phone,Notes,Amount,Currency,Method',
        `${id},"'=SUM(A1), a ""book""",Ada Lovelace,${row.user.email},12 St James’s Square,Flat 3,"Springfield, IL 62701",USA,'+1 555 0100,Ring twice,,,`,
        '',
      ].join('\r\n')}`,
    );
    const log = (await superadmin('GET', `audit?entity=gift_purchase&entity_id=${id}`)).body.audit;
    expect(log).toMatchObject([{ action: 'fulfil', before: { fulfilled: 0 }, after: { fulfilled: 1 } }]);
    const again = await fulfil(bound, [id]);
    expect([again.status, again.body.message]).toEqual([400, `Order ${id} is already fulfilled`]);
  });

  test('money: amount, currency and method; a year of yen has no decimals', async () => {
    const ids = [
      await moneyOrder(PAYPAL),
      await moneyOrder(PAYPAL, { amount: 500, currency: 'JPY' }),
      await moneyOrder(PAYPAL, { amount: null, currency: null }),
    ];
    const { body } = await fulfil(superadmin, ids);
    const lines = String((await superadmin('GET', body.file)).body).split('\r\n');
    expect(lines.slice(1, 4).map((line) => line.split(',').slice(-3))).toEqual([
      ['49.99', 'USD', 'PayPal'],
      ['500', 'JPY', 'PayPal'],
      ['', '', 'PayPal'],
    ]);
  });

  test('bulk is a superadmin’s; its entries are each program’s staff’s to read', async () => {
    const [own, foreign, nobodys] = [
      await order(),
      await order({ program_id: elsewhere }),
      await order({ program_id: null }),
    ];
    const programadmin = await app().as({ permissions: ['programadmin'] });
    for (const call of [bound, globalAdmin, programadmin]) {
      const { status, body } = await fulfil(call, [own, foreign]);
      expect([status, body.message]).toEqual([403, 'Only superadmins can fulfill several orders at once']);
    }
    const { body } = await fulfil(superadmin, [own, foreign, nobodys]);
    expect(body.count).toBe(3);
    const mine = (await bound('GET', `lilt-fulfilment/${body.fulfilment_id}`)).body.fulfilment;
    expect(mine.orders.map(({ id }: { id: number }) => id)).toEqual([own]);
    expect(mine.created_by).not.toBeNull();
    const reader = await app().as({ permissions: ['store', 'audit'], program_id: program });
    const read = async (entity: string, id: number) =>
      (await reader('GET', `audit?entity=${entity}&entity_id=${id}`)).body.audit;
    expect(await read('gift_purchase', own)).toHaveLength(1);
    expect(await read('gift_purchase', foreign)).toHaveLength(0);
    const row = (await bound('GET', `lilt-purchase/${own}`)).body.purchase;
    expect(row.fulfilled_at).toBe(mine.created_at);
    expect((await bound('GET', body.file)).status).toBe(404);
  });

  test('400 names each that is missing, foreign, twice or not to be fulfilled, and changes nothing', async () => {
    const [good, foreign, twice, waits, lost] = [
      await order(),
      await order({ program_id: elsewhere }),
      await order(),
      await order({ lilt_delivery: '{' }),
      await prizeOf('non-win'),
    ];
    const unpaid = await moneyOrder(null);
    const missing = 2_000_000_000;
    const { status, body } = await fulfil(superadmin, [good, missing, twice, waits, twice, lost, unpaid]);
    const message = [
      `There is no order ${missing}`,
      `Order ${twice} is listed twice`,
      `Order ${waits} needs an address`,
      `Order ${lost} did not win`,
      `Order ${unpaid} needs a payout method`,
    ].join('. ');
    expect([status, body.message, body.errors]).toEqual([400, message, [{ path: 'ids', message }]]);
    for (const id of [good, twice, waits, lost, unpaid]) expect((await rowOf(id)).fulfilment_id).toBeNull();
    const alien = await fulfil(bound, [foreign]);
    expect([alien.status, alien.body.message]).toEqual([400, `There is no order ${foreign}`]);
    expect((await fulfil(bound, [missing])).body.message).toBe(`There is no order ${missing}`);
    for (const ids of [[], [0], ['1'], null, Array.from({ length: 501 }, (_, n) => n + 1)])
      expect((await fulfil(superadmin, ids)).status, String(ids).slice(0, 20)).toBe(400);
    expect((await fulfil(superadmin, [await prizeOf('win')])).status).toBe(200);
  });

  test('the file is theirs alone who asked, with the area, for a day, by the cookie as well', async () => {
    const { body, headers } = await fulfil(bound, [await order()]);
    const fetched = async (call: Call, given: Record<string, string> = {}) =>
      (await call('GET', body.file, undefined, given)).status;
    expect(await fetched(bound)).toBe(200);
    for (const call of [app().call, superadmin, globalAdmin, boundElsewhere])
      expect(await fetched(call)).toBe(404);
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    expect(await fetched(app().call, { cookie })).toBe(200);
    const list = await bound('GET', 'lilt-purchases');
    expect(String(list.headers['set-cookie']).split(';')[0]).toBe(cookie);
    const set = (values: object) =>
      db().updateTable('admins').set(values).where('id', '=', bound.admin_id).execute();
    await set({ permissions: ['events'] });
    expect(await fetched(bound)).toBe(404);
    await set({ permissions: ['store'] });
    expect(await fetched(bound)).toBe(200);
    const age = (how: string) =>
      sql`update fulfilments set created_at = created_at - ${sql.raw(how)} where id = ${body.fulfilment_id}`;
    await expect(age(`interval '1 day'`).execute(db()), 'and stays as it is').rejects.toThrow(
      /permission denied/,
    );
  });

  test('the same key answers the same file; another body is refused', async () => {
    const [id, other] = [await order(), await order()];
    const first = await fulfil(bound, [id], 'a key');
    expect(await fulfil(bound, [id], 'a key')).toMatchObject({ status: 200, body: first.body });
    expect((await fulfil(bound, [other], 'a key')).status).toBe(400);
    const twice = await Promise.all(Array.from({ length: 10 }, () => fulfil(bound, [other], 'another')));
    expect(new Set(twice.map(({ status, body }) => `${status} ${body.file}`)).size).toBe(1);
    expect(twice[0]?.status).toBe(200);
    const refused = await order({ lilt_delivery: '' });
    expect((await fulfil(bound, [refused], 'a third')).status).toBe(400);
    await db()
      .updateTable('site_users')
      .set({ lilt_delivery: DELIVERY })
      .where('id', '=', (await rowOf(refused)).user_id)
      .execute();
    expect((await fulfil(bound, [refused], 'a third')).status, 'a refusal is not recorded').toBe(200);
  });
});
