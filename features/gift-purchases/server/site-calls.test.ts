/** What the site's people do: buy with coins, and say where prizes go. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { DELIVERY, makeProduct, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { inDays, makeEvent } from '../../../test/rows/events.ts';
import { system } from '../../../test/system.ts';
import { grantCoins } from '../../users/coins/server/coins.ts';
import { confirmDelivery } from './confirm-delivery.ts';
import { recordPurchase } from './record-purchase.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let program: number;
let elsewhere: number;
let superadmin: Call;

beforeAll(async () => {
  program = (await makeProgram(db())).id;
  elsewhere = (await makeProgram(db())).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
});

async function withCoins(coins: number, values: object = {}): Promise<number> {
  const { id } = await makeSiteUser(db(), { program_id: program, ...values });
  if (coins > 0) await grantCoins(system(db()), { id, amount: coins, reason: '' });
  return id;
}
const shown = (values: object = {}) => makeProduct(db(), { program_id: program, ...values });
const selling = (product_id: number | null, values: object = {}) =>
  makeEvent(db(), {
    type: 'regular',
    price: 250,
    end_at: inDays(1),
    program_id: program,
    product_id,
    ...values,
  });
const buy = (wish: Parameters<typeof recordPurchase>[1]) => recordPurchase(system(db()), wish);
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message.replace(/:.*/, ''),
  );
const purchasesOf = (user_id: number) =>
  db().selectFrom('gift_purchases').selectAll().where('user_id', '=', user_id).orderBy('id').execute();
const ticketsOf = async (user_id: number) =>
  (await db().selectFrom('tickets').select('id').where('user_id', '=', user_id).execute()).length;
const balanceOf = async (id: number) =>
  (await db().selectFrom('site_users').select('lilt_balance').where('id', '=', id).executeTakeFirstOrThrow())
    .lilt_balance;

describe('recordPurchase', () => {
  test('by an event: a ticket, the coins, the order and its entry, recorded', async () => {
    const user_id = await withCoins(10);
    const product = await shown({ name: 'A book' });
    const event = await selling(product.id);
    const { id, price } = await buy({ user_id, event_id: event.id });
    expect(price).toBe(250);
    const [order] = await purchasesOf(user_id);
    expect(order).toMatchObject({
      id,
      product_id: product.id,
      event_id: event.id,
      type: 'regular',
      state: 'non-win',
    });
    expect([await balanceOf(user_id), await ticketsOf(user_id)]).toEqual([750, 1]);
    const entries = (await superadmin('GET', `site-user/${user_id}/lilt-entries`)).body.entries;
    expect(entries[0]).toMatchObject({
      id: order?.entry_id,
      amount: -2.5,
      kind: 'purchase',
      reference: String(id),
    });
    const { audit } = (await superadmin('GET', `audit?entity=gift_purchase&entity_id=${id}`)).body;
    expect(audit).toMatchObject([
      { action: 'create', after: { product_id: product.id, user_id, price: 250 } },
    ]);
    expect((await superadmin('GET', `lilt-purchase/${id}`)).body.purchase.price).toBe(2.5);
  });

  test('by itself, for a price or for nothing; of a product of the program, or that it has been given', async () => {
    const user_id = await withCoins(5);
    const given = await makeProduct(db(), { program_id: elsewhere });
    await db()
      .insertInto('gift_product_programs')
      .values({ product_id: given.id, program_id: program })
      .execute();
    await buy({ user_id, product_id: given.id, price: 500 });
    await buy({ user_id, product_id: (await shown()).id, price: 0 });
    expect(await purchasesOf(user_id)).toMatchObject([
      { price: 500, event_id: null },
      { price: 0, entry_id: null },
    ]);
    expect(await balanceOf(user_id)).toBe(0);
  });

  test('refuses whatever is not offered, and has sold and taken nothing then', async () => {
    const user_id = await withCoins(5);
    const product = await shown();
    const [hidden, off] = [await makeProduct(db(), { program_id: elsewhere }), await shown({ active: 0 })];
    const homeless = await withCoins(0, { program_id: null });
    const gone = await withCoins(0, { del_status: 1 });
    const event = async (product_id: number | null, values: object = {}) =>
      (await selling(product_id, values)).id;
    const giveaway = await makeEvent(db(), {
      end_at: inDays(1),
      program_id: program,
      product_id: product.id,
    });
    const refused: [Parameters<typeof recordPurchase>[1], string][] = [
      [{ user_id, product_id: hidden.id, price: 1 }, 'This product is not shown in the program of the user'],
      [{ user_id, event_id: await event(hidden.id) }, 'This product is not shown in the program of the user'],
      [
        { user_id: homeless, product_id: product.id, price: 0 },
        'This product is not shown in the program of the user',
      ],
      [{ user_id, product_id: off.id, price: 1 }, 'This product is inactive'],
      [{ user_id, event_id: await event(off.id) }, 'This product is inactive'],
      [{ user_id, product_id: product.id, price: 501 }, 'Not enough LiL-T'],
      [{ user_id, event_id: await event(product.id, { price: 501 }) }, 'Not enough LiL-T'],
      [{ user_id, product_id: product.id, price: 0.5 }, 'A price is a number of hundredths of a LiL-T'],
      [{ user_id, product_id: product.id, price: -1 }, 'A price is a number of hundredths of a LiL-T'],
      [
        { user_id, product_id: product.id, price: Number.NaN },
        'A price is a number of hundredths of a LiL-T',
      ],
      [{ user_id, event_id: giveaway.id }, 'Only a regular event can sell its product'],
      [{ user_id, event_id: await event(null) }, 'This event has no product'],
      [
        { user_id, event_id: await event(product.id, { end_at: inDays(-1) }) },
        'Tickets are only sold while the event is live',
      ],
      [{ user_id, event_id: await event(product.id, { available: 0 }) }, 'No tickets are left'],
      [{ user_id: gone, product_id: product.id, price: 0 }, 'This user has been deleted'],
      [{ user_id: gone, event_id: await event(product.id) }, 'Not found'],
      [{ user_id: 2_000_000_000, product_id: product.id, price: 0 }, 'Not found'],
      [{ user_id, product_id: 2_000_000_000, price: 0 }, 'Not found'],
      [{ user_id, event_id: 2_000_000_000 }, 'Not found'],
    ];
    for (const [wish, words] of refused) expect(await outcome(buy(wish)), JSON.stringify(wish)).toBe(words);
    expect([await purchasesOf(user_id), await ticketsOf(user_id), await balanceOf(user_id)]).toEqual([
      [],
      0,
      500,
    ]);
  });

  test('fifty who buy the last tickets at once, some with too little: each is paid, none is below 0', async () => {
    const product = await shown();
    const event = await selling(product.id, { available: 7 });
    const users = await Promise.all(Array.from({ length: 10 }, (_, n) => withCoins(n < 2 ? 2 : 6)));
    const done = await Promise.all(
      Array.from({ length: 50 }, (_, n) => outcome(buy({ user_id: users[n % 10] ?? 0, event_id: event.id }))),
    );
    expect(done.filter((how) => how === 'done')).toHaveLength(7);
    // Whoever has too little hears so only while there are tickets: with luck, nobody does.
    const refused = new Set(done.filter((how) => how !== 'done' && how !== 'Not enough LiL-T'));
    expect(refused).toEqual(new Set(['No tickets are left']));
    const { rows } = await sql<{ wrong: number; orders: number; tickets: number }>`
      select count(*) filter (where u.lilt_balance < 0 or u.lilt_total - u.lilt_balance <> o.price
          or o.orders <> t.tickets) as wrong, sum(o.orders) as orders, sum(t.tickets) as tickets
      from site_users u
      cross join lateral (select count(*) as orders, coalesce(sum(price), 0) as price
        from gift_purchases p where p.user_id = u.id) o
      cross join lateral (select count(*) as tickets from tickets t where t.user_id = u.id) t
      where u.id = any (${users}::integer[])`.execute(db());
    expect(rows).toEqual([{ wrong: 0, orders: 7, tickets: 7 }]);
  });

  test('fifty who spend the last coins of one person at once, on products and events: once each coin', async () => {
    const user_id = await withCoins(20);
    const [first, second] = [await shown(), await shown()];
    const event = await selling(first.id, { price: 300 });
    const done = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        outcome(
          buy(n % 2 ? { user_id, event_id: event.id } : { user_id, product_id: second.id, price: 300 }),
        ),
      ),
    );
    expect(done.filter((how) => how === 'done')).toHaveLength(6);
    expect(await balanceOf(user_id)).toBe(200);
    expect(await purchasesOf(user_id)).toHaveLength(6);
  });

  test('is not a program’s own role’s to make', async () => {
    const user_id = await withCoins(5);
    const scoped = system(app().platform.database.forProgram(program), { program_id: program });
    const made = recordPurchase(scoped, { user_id, product_id: (await shown()).id, price: 1 });
    expect(await outcome(made)).toMatch(/row-level security policy.* for table "lilt_entries"/);
    expect(await balanceOf(user_id)).toBe(500);
  });
});

describe('confirmDelivery', () => {
  const address = JSON.parse(DELIVERY);
  const confirm = (user_id: number, delivery: object) => confirmDelivery(system(db()), { user_id, delivery });
  const keptOf = async (id: number) =>
    db()
      .selectFrom('site_users')
      .select(['lilt_delivery', 'delivery_complete'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  test('keeps the fields, and what else stood there; recorded; the order can go', async () => {
    const user_id = await withCoins(0, { lilt_delivery: '{"door":"red","name":"Old","zip":5}' });
    await confirm(user_id, address);
    const kept = await keptOf(user_id);
    expect(kept.delivery_complete).toBe(true);
    expect(JSON.parse(kept.lilt_delivery)).toEqual({ door: 'red', ...address });
    await confirm(user_id, { notes: 'Knock' });
    expect(JSON.parse((await keptOf(user_id)).lilt_delivery)).toEqual({
      door: 'red',
      ...address,
      notes: 'Knock',
    });
    const { audit } = (await superadmin('GET', `audit?entity=site_user&entity_id=${user_id}&action=update`))
      .body;
    expect(audit).toHaveLength(2);
  });

  test('takes the place of what cannot be read', async () => {
    for (const lilt_delivery of ['ring twice {', '[]', 'null', '"x"']) {
      const user_id = await withCoins(0, { lilt_delivery });
      await confirm(user_id, address);
      expect((await keptOf(user_id)).delivery_complete, lilt_delivery).toBe(true);
    }
  });

  test('refuses what is not whole or not well formed by the name of the field, and keeps nothing of it', async () => {
    const user_id = await withCoins(0);
    const told = (delivery: object, id = user_id) =>
      confirm(id, delivery).then(
        () => 'done',
        (error: { message: string; details: { errors?: { path: string }[] } }) =>
          `${error.details.errors?.[0]?.path ?? ''} ${error.message}`,
      );
    expect(await told({})).toBe('delivery.name Missing: name, city, state, street, postal code, country');
    expect(await told({ ...address, zip: '  ' })).toBe('delivery.zip Missing: postal code');
    expect(await told({ ...address, country_id: 'de' })).toMatch(/^delivery.country_id /);
    expect(await told({ ...address, name: 'x'.repeat(201) })).toMatch(/^delivery.name /);
    expect(await told({ ...address, name: 5 })).toMatch(/^delivery.name /);
    expect(await told({ ...address, door: 'red' })).toMatch(/^delivery /);
    expect((await keptOf(user_id)).lilt_delivery).toBe('');
    const nested = await withCoins(0, { lilt_delivery: '{"phone":{}}' });
    const { phone: _, ...rest } = address;
    expect(await told(rest, nested)).toBe('delivery Missing: a recognised address');
    const long = await withCoins(0, { lilt_delivery: JSON.stringify({ memo: 'x'.repeat(9_990) }) });
    expect(await told(address, long)).toBe('delivery must have at most 10000 characters');
    const gone = await withCoins(0, { del_status: 1 });
    expect(await told(address, gone)).toBe(' This user has been deleted');
    expect(await told(address, 2_000_000_000)).toBe(' Not found');
    const homeless = await withCoins(0, { program_id: null });
    expect(await told(address, homeless)).toMatch(/Choose a program/);
  });

  test('a hundred at once leave one whole address', async () => {
    const user_id = await withCoins(0);
    const at = (n: number) => ({ ...address, name: `Name ${n}`, street: `Street ${n}` });
    await Promise.all(Array.from({ length: 100 }, (_, n) => confirm(user_id, at(n))));
    const { name, street } = JSON.parse((await keptOf(user_id)).lilt_delivery);
    expect(name.split(' ')[1]).toBe(street.split(' ')[1]);
  });
});
