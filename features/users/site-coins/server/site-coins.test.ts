/** Coins and tickets that sites tell: bounded, paid, and of what is shown there. Specification: Sites, coins. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
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
  user_id = (await makeSiteUser(db(), { program_id: program })).id;
});

const tell = (what: 'coins' | 'tickets', body: object) =>
  app().call('POST', `/api/site/${what}`, body, { authorization: `Bearer ${key}` });
const grant = (more: object = {}) => ({
  reference: crypto.randomUUID(),
  user_id,
  amount: 1,
  reason: 'A quiz',
  ...more,
});
const bound = (site_coins_per_day: number) =>
  db().updateTable('programs').set({ site_coins_per_day }).where('id', '=', program).execute();
const statesOf = (results: { state: string }[]) => results.map(({ state }) => state);

describe('POST coins', () => {
  test('is recorded as by the key, with the reason', async () => {
    const { body } = await tell('coins', grant({ amount: 0.29 }));
    const entry = db().selectFrom('lilt_entries').selectAll().where('id', '=', body.results[0].id);
    expect(await entry.executeTakeFirst()).toMatchObject({
      user_id,
      amount: 29,
      kind: 'grant',
      reason: 'A quiz',
      created_by: null,
    });
    const recorded = db()
      .selectFrom('audit_entries')
      .select(['action', 'admin_id'])
      .where('entity', '=', 'site_user')
      .where('entity_id', '=', String(user_id))
      .where('site_key_id', 'is not', null);
    expect(await recorded.execute()).toEqual([{ action: 'add_lilt', admin_id: null }]);
  });

  test('of fifty at once no more than the bound of the day, to the last one', async () => {
    await bound(20);
    const answers = await Promise.all(Array.from({ length: 50 }, () => tell('coins', grant())));
    expect(statusesOf(answers)).toEqual([...Array(20).fill(200), ...Array(30).fill(403)]);
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({
      code: 'COIN_BOUND',
      errors: [{ path: 'amount' }],
    });
    expect(await purseOf(db(), user_id)).toEqual({ balance: 2000, ledger: 2000 });
  });

  test('of a batch what is above the bound is rejected alone, and does not count; atomic, nothing is given', async () => {
    await bound(10);
    const items = [
      grant({ amount: 6 }),
      grant({ amount: 4.01 }),
      grant({ amount: 4 }),
      grant({ amount: 0.01 }),
    ];
    const atomic = await tell('coins', { items, atomic: true });
    expect([atomic.status, atomic.body.errors[0].path]).toEqual([400, 'items.1.amount']);
    const { body } = await tell('coins', { items });
    expect(statesOf(body.results)).toEqual(['created', 'rejected', 'created', 'rejected']);
    expect(body.results[1].errors).toMatchObject([{ path: 'amount', code: 'COIN_BOUND' }]);
    expect((await purseOf(db(), user_id)).balance).toBe(1000);
    await bound(11);
    expect((await tell('coins', items[1] ?? {})).status).toBe(403);
    expect((await tell('coins', items[3] ?? {})).status).toBe(200);
  });

  test('the bound is of a day by UTC, and of the program alone', async () => {
    await bound(1);
    expect((await tell('coins', grant())).status).toBe(200);
    expect((await tell('coins', grant())).status).toBe(403);
    await sql`update site_coin_days set day = day - 1 where program_id = ${program}`.execute(db());
    expect((await tell('coins', grant())).status).toBe(200);
    const { rows } = await sql<{ day: string }>`select day::text from site_coin_days
      where program_id = ${program} order by day desc limit 1`.execute(db());
    const [today, tomorrow] = [new Date(), new Date(Date.now() + 60_000)].map((at) =>
      at.toISOString().slice(0, 10),
    );
    expect([today, tomorrow]).toContain(rows[0]?.day);
    await bound(0);
    expect((await tell('coins', grant({ amount: 0.01 }))).body.code).toBe('COIN_BOUND');
  });

  test('to whoever is at home or signs in there, and to nobody else: foreign, deleted and missing alike', async () => {
    const guest = (await makeSiteUser(db(), { program_id: elsewhere })).id;
    expect((await tell('coins', grant({ user_id: guest }))).status).toBe(404);
    await db().insertInto('site_user_sites').values({ user_id: guest, program_id: program }).execute();
    expect((await tell('coins', grant({ user_id: guest }))).status).toBe(200);
    const gone = (await makeSiteUser(db(), { program_id: program, del_status: 1 })).id;
    for (const id of [gone, 2_000_000_000]) {
      const { status, body } = await tell('coins', grant({ user_id: id }));
      expect([status, body.errors]).toEqual([404, [{ path: 'user_id', message: `There is no user ${id}` }]]);
    }
  });

  test.each([
    ['amount', 0],
    ['amount', -1],
    ['amount', 1.005],
    ['amount', 1_000_000.01],
    ['amount', '1'],
    ['reason', ''],
    ['reason', 'x'.repeat(201)],
    ['user_id', 1.5],
    ['currency', 'USD'],
  ])('400 names %s %j', async (field, value) => {
    const { status, body } = await tell('coins', grant({ [field]: value }));
    expect([status, field === 'currency' ? field : body.errors[0].path]).toEqual([400, field]);
  });

  test('batches that name the same people in another order end, and give what they say', async () => {
    const users = await Promise.all(
      Array.from({ length: 20 }, () => makeSiteUser(db(), { program_id: program })),
    );
    const items = () => users.map(({ id }) => grant({ user_id: id }));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => tell('coins', { items: n % 2 ? items() : items().toReversed() })),
    );
    expect(statusesOf(answers)).toEqual(Array(10).fill(200));
    for (const { id } of users) expect((await purseOf(db(), id)).balance).toBe(1000);
  });
});

describe('POST tickets', () => {
  const live = (values: object = {}) =>
    makeEvent(db(), { program_id: program, end_at: inDays(1), ticket_price: 100, ...values });
  const wish = (event_id: number, more: object = {}) => ({
    reference: crypto.randomUUID(),
    user_id,
    event_id,
    ...more,
  });
  const soldOf = async (id: number) =>
    (await db().selectFrom('events').select('tickets').where('id', '=', id).executeTakeFirstOrThrow())
      .tickets;

  test('one unless told, of events that the program owns or shows, to guests too; of others 404', async () => {
    const guest = await makeUserWithCoins(db(), 5, { program_id: elsewhere });
    await db().insertInto('site_user_sites').values({ user_id: guest, program_id: program }).execute();
    const foreign = await live({ program_id: elsewhere });
    const refused = await tell('tickets', wish(foreign.id, { user_id: guest }));
    expect([refused.status, refused.body.errors[0].path]).toEqual([404, 'event_id']);
    await db().insertInto('event_programs').values({ event_id: foreign.id, program_id: program }).execute();
    for (const [event, balance] of [
      [foreign, 4],
      [await live(), 3],
    ] as const) {
      const { body } = await tell('tickets', wish(event.id, { user_id: guest }));
      expect(body.results[0]).toMatchObject({ state: 'created', tickets: [expect.any(String)], balance });
    }
    const held = db().selectFrom('tickets').select('program_id').where('user_id', '=', guest).orderBy('id');
    expect(await held.execute()).toEqual([{ program_id: elsewhere }, { program_id: program }]);
    expect((await tell('tickets', wish(2_000_000_000))).body.errors[0].path).toBe('event_id');
  });

  test('fifty at once of the last seven, some with too little: as many as there are, each paid', async () => {
    const event = await live({ available: 7 });
    const users = await Promise.all(
      Array.from({ length: 10 }, (_, n) => makeUserWithCoins(db(), n < 2 ? 0 : 3, { program_id: program })),
    );
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => tell('tickets', wish(event.id, { user_id: users[n % 10] }))),
    );
    expect(statusesOf(answers)).toEqual([...Array(7).fill(200), ...Array(43).fill(400)]);
    expect(await soldOf(event.id)).toBe(7);
    const purses = await Promise.all(users.map((id) => purseOf(db(), id)));
    for (const { balance, ledger } of purses) expect(balance).toBe(ledger);
    expect(purses.reduce((sum, { balance }) => sum + balance, 0)).toBe(8 * 300 - 700);
  });

  test('400 in words where it is over, not yet, off, sold out or too dear, and nothing is sold', async () => {
    const buyer = await makeUserWithCoins(db(), 2, { program_id: program });
    const refused: [Awaited<ReturnType<typeof live>>, object, string][] = [
      [await live({ end_at: inDays(-1) }), {}, 'Tickets are only sold while the event is live'],
      [
        await live({ start_at: inDays(1), end_at: inDays(2) }),
        {},
        'Tickets are only sold while the event is live',
      ],
      [await live({ active: 0 }), {}, 'Tickets are only sold while the event is live'],
      [await live({ available: 0 }), {}, 'No tickets are left'],
      [await live({ available: 1 }), { quantity: 2 }, 'Only 1 tickets are left'],
      [await live(), { quantity: 3 }, 'Not enough LiL-T: 3.00 needed, 2.00 available'],
    ];
    for (const [event, more, message] of refused) {
      const { status, body } = await tell('tickets', wish(event.id, { user_id: buyer, ...more }));
      expect([status, body.message]).toEqual([400, message]);
      expect(['event_id', 'quantity', 'user_id']).toContain(body.errors?.[0].path);
      expect(await soldOf(event.id)).toBe(0);
    }
    expect((await purseOf(db(), buyer)).balance).toBe(200);
    for (const quantity of [0, 101, 1.5]) {
      const { status, body } = await tell('tickets', wish((await live()).id, { quantity }));
      expect([status, body.errors[0].path]).toEqual([400, 'quantity']);
    }
  });

  test('batches that name events and people in every order end, and sell what they say', async () => {
    const events = await Promise.all(Array.from({ length: 4 }, () => live({ ticket_price: 1 })));
    const users = await Promise.all(
      Array.from({ length: 4 }, () => makeUserWithCoins(db(), 5, { program_id: program })),
    );
    const items = () =>
      events
        .flatMap(({ id }) => users.map((who) => wish(id, { user_id: who })))
        .map((item) => ({ item, at: Math.random() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ item }) => item);
    const answers = await Promise.all(Array.from({ length: 10 }, () => tell('tickets', { items: items() })));
    expect(statusesOf(answers)).toEqual(Array(10).fill(200));
    for (const { id } of events) expect(await soldOf(id)).toBe(40);
    for (const id of users) expect((await purseOf(db(), id)).balance).toBe(500 - 40);
  });
});
