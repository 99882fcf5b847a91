/** Orders fulfilled by many at once, while others save, by processes that die, and by nobody else. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { DELIVERY, makeProduct, makeProgram, makePurchase, makeSiteUser } from '../../../test/factories.ts';
import { type Answer, type Call, statusesOf, useTestApp } from '../../../test/harness.ts';
import { deadConnectionsEnded } from '../../../test/killed/dead-connections.ts';
import { system } from '../../../test/system.ts';
import { until } from '../../../test/until.ts';
import { recordPurchase } from './record-purchase.ts';

const CHILD = path.join(import.meta.dirname, '../../../test/killed/killed-fulfil.ts');

const app = useTestApp();
const db = () => app().platform.database.everything;
let program: number;
let elsewhere: number;
let product: number;
let money: number;
let superadmin: Call & { admin_id: number };

beforeAll(async () => {
  program = (await makeProgram(db())).id;
  elsewhere = (await makeProgram(db())).id;
  product = (await makeProduct(db(), { program_id: program })).id;
  money = (await makeProduct(db(), { program_id: program, type: 'money' })).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
});

async function orders(number: number, values: object = {}): Promise<number[]> {
  const { id: user_id } = await makeSiteUser(db(), {
    program_id: program,
    lilt_delivery: DELIVERY,
    ...values,
  });
  const made = await Promise.all(
    Array.from({ length: number }, () => makePurchase(db(), { user_id, product_id: product })),
  );
  return made.map(({ id }) => id).toSorted((a, b) => a - b);
}
const fulfil = (ids: number[], key?: string) =>
  superadmin('POST', 'lilt-purchases/fulfill', { ids }, key ? { 'idempotency-key': key } : {});
const namedIn = async (file: string): Promise<number[]> =>
  String((await superadmin('GET', file)).body)
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]));
const rowsOf = (ids: number[]) =>
  db()
    .selectFrom('gift_purchases')
    .select(['id', 'user_id', 'fulfilment_id', 'sent'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
const countOf = async (table: 'fulfilments' | 'audit_entries') =>
  (
    await db()
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
/** Calls while somebody else holds a change, which stands once the call waits for it. */
async function meanwhile(change: string, call: () => Promise<Answer>): Promise<Answer> {
  const other = new pg.Client(app().ownerUrl);
  await other.connect();
  await other.query(`begin; ${change}`);
  const called = call();
  // Whoever waits for a row waits for the transaction that holds it.
  const waiting = `select count(*)::integer as n from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`;
  await until(async () => expect((await other.query(waiting)).rows[0].n).toBeGreaterThan(0));
  await other.query('commit');
  await other.end();
  return called;
}

test('a hundred at once of overlapping sets: each order once, each file exactly what it fulfilled', async () => {
  const all = (await Promise.all(Array.from({ length: 5 }, () => orders(12)))).flat();
  const sets = Array.from({ length: 100 }, (_, n) => {
    const size = 1 + (n % 6);
    const set = Array.from(
      { length: size },
      (_each, k) => all[(n * 7 + k * (1 + (n % 5))) % all.length] ?? 0,
    );
    return n % 2 ? set.toReversed() : set;
  });
  const answers = await Promise.all(sets.map((ids) => fulfil(ids)));
  expect(new Set(statusesOf(answers))).toEqual(new Set([200, 400]));
  const fulfilled: number[] = [];
  const calls = answers.map((answer, index) => ({ ...answer, ids: sets[index] ?? [] }));
  for (const { body, ids } of calls.filter(({ status }) => status === 200)) {
    const named = await namedIn(body.file);
    expect(named).toEqual(ids.toSorted((a, b) => a - b));
    expect(body.count).toBe(ids.length);
    const rows = await rowsOf(ids);
    expect(rows.map(({ fulfilment_id }) => fulfilment_id)).toEqual(ids.map(() => body.fulfilment_id));
    fulfilled.push(...named);
  }
  const already = /^Order \d+ is already fulfilled(\. Order \d+ is already fulfilled)*$/;
  for (const { body } of calls.filter(({ status }) => status === 400)) expect(body.message).toMatch(already);
  expect(new Set(fulfilled).size).toBe(fulfilled.length);
  const done = (await rowsOf(all)).filter(({ fulfilment_id }) => fulfilment_id !== null);
  expect(done.map(({ id }) => id)).toEqual(fulfilled.toSorted((a, b) => a - b));
});

test('the same key twice at once answers one file; five hundred go in one call', async () => {
  const [ids, many] = [await orders(3), await orders(500)];
  const answers = await Promise.all(Array.from({ length: 20 }, () => fulfil(ids, 'one click')));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.file}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  const { body } = await fulfil(many.toReversed());
  expect(body.count).toBe(500);
  expect(await namedIn(body.file)).toEqual(many);
});

describe('what goes meanwhile', () => {
  test('an address that is blanked while the call waits: 400 that names the order, and nothing is changed', async () => {
    const [good, waits] = [await orders(2), await orders(1)];
    const [{ user_id } = { user_id: 0 }] = await rowsOf(waits);
    const before = [await countOf('fulfilments'), await countOf('audit_entries')];
    const blank = `update site_users set lilt_delivery = '' where id = ${user_id}`;
    const { status, body } = await meanwhile(blank, () => fulfil([...good, ...waits]));
    expect([status, body.message]).toEqual([400, `Order ${waits[0]} needs an address`]);
    expect((await rowsOf(good)).every(({ fulfilment_id }) => fulfilment_id === null)).toBe(true);
    expect([await countOf('fulfilments'), await countOf('audit_entries')]).toEqual(before);
  });

  test('a method that is taken away, a user who moves to another program', async () => {
    const { id: payee } = await makeSiteUser(db(), { program_id: program });
    const settings = { user_id: payee, paid_by: 'venmo', fields: JSON.stringify({ venmo: { user: '@x' } }) };
    await db().insertInto('payment_settings').values(settings).execute();
    const { id } = await makePurchase(db(), { user_id: payee, product_id: money });
    const unset = `update payment_settings set paid_by = null where user_id = ${payee}`;
    expect((await meanwhile(unset, () => fulfil([id]))).body.message).toBe(
      `Order ${id} needs a payout method`,
    );
    const [moving = 0] = await orders(1);
    const bound = await app().as({ permissions: ['store'], program_id: program });
    const [{ user_id } = { user_id: 0 }] = await rowsOf([moving]);
    const move = `update site_users set program_id = ${elsewhere} where id = ${user_id}`;
    const moved = await meanwhile(move, () => bound('POST', 'lilt-purchases/fulfill', { ids: [moving] }));
    expect(moved.body.message).toBe(`There is no order ${moving}`);
  });

  test.each([
    ['deleted', { del_status: 1 }],
    ['inactive', { status: 0 }],
  ])(
    'money for somebody who is %s waits until a superadmin allows payouts to them; a parcel does not',
    async (_, state) => {
      const [parcel] = await orders(1);
      const { user_id } = (await rowsOf([parcel ?? 0]))[0] ?? { user_id: 0 };
      const paid_by = { user_id, paid_by: 'venmo', fields: JSON.stringify({ venmo: { user: '@heir' } }) };
      await db().insertInto('payment_settings').values(paid_by).execute();
      const { id } = await makePurchase(db(), { user_id, product_id: money });
      const preview = async () =>
        (await superadmin('GET', `lilt-purchases/fulfill-preview?ids=${id}`)).body.orders[0].against;
      expect(await preview()).toBe(null);
      await db().updateTable('site_users').set(state).where('id', '=', user_id).execute();
      const words = 'is for a deleted or inactive user: a superadmin has to allow payouts to them';
      expect(await preview()).toBe(words);
      const refused = await fulfil([id]);
      expect([refused.status, refused.body.message]).toEqual([400, `Order ${id} ${words}`]);
      const listed = async () =>
        (await superadmin('GET', `lilt-purchases?fulfillable=1&user_name=%23${user_id}`)).body.products.map(
          (order: { id: number }) => order.id,
        );
      expect(await listed()).toEqual([parcel]);
      expect((await fulfil([parcel ?? 0])).status).toBe(200);
      await superadmin('POST', `user/${user_id}/payout-release`, { reason: 'The heirs asked' });
      expect(await listed()).toEqual([id]);
      expect((await fulfil([id])).status).toBe(200);
    },
  );

  test('people are saved, buy and are fulfilled at once: nobody waits for good', async () => {
    const ids = await orders(30);
    const [{ user_id } = { user_id: 0 }] = await rowsOf(ids);
    await db().insertInto('lilt_entries').values({ user_id, amount: 10_000, kind: 'grant' }).execute();
    const answers = await Promise.all(
      ids.map(async (id, n) => {
        const sent = fulfil([id, ids[(n + 15) % 30] ?? 0]);
        const bought = recordPurchase(system(db()), { user_id, product_id: product, price: 100 });
        const saved = superadmin('PATCH', `site-user/${user_id}`, {
          user_data: { site_address: `No. ${n}` },
        });
        await bought;
        expect((await saved).status).toBe(200);
        return sent;
      }),
    );
    expect(statusesOf(answers)).toEqual([...Array(15).fill(200), ...Array(15).fill(400)]);
  });
});

test('a process that is killed on the way has fulfilled all of them, with the file, or none', async () => {
  const { global, scoped } = app().urls;
  const run = (ids: number[], statement: number, moment: string) =>
    spawnSync(process.execPath, [CHILD, global, scoped, ids.join(','), String(statement), moment], {
      encoding: 'utf8',
    });
  const whole = run(await orders(3), 0, '');
  const statements = Number.parseInt(whole.stdout, 10);
  expect(statements, whole.stderr).toBeGreaterThan(8);
  const last = Array.from({ length: inDepth(3, statements) }, (_, n) => statements - n);
  for (const statement of last) {
    const ids = await orders(3);
    const before = [await countOf('fulfilments'), await countOf('audit_entries')];
    const { signal } = run(ids, statement, statement % 2 ? 'before' : 'after');
    expect(signal).toBe('SIGKILL');
    await deadConnectionsEnded(db());
    const sent = new Set((await rowsOf(ids)).map(({ fulfilment_id }) => fulfilment_id));
    expect(sent.size, `statement ${statement}`).toBe(1);
    const isSent = !sent.has(null);
    const [fulfilments = 0, entries = 0] = before;
    const after = isSent ? [fulfilments + 1, entries + 5] : [fulfilments, entries];
    expect([await countOf('fulfilments'), await countOf('audit_entries')]).toEqual(after);
    expect(isSent ? ids : await namedIn((await fulfil(ids)).body.file), 'what was not is to be sent').toEqual(
      ids,
    );
    const lines = (await rowsOf(ids)).map((row) => (row.sent as { id: number } | null)?.id);
    expect(lines).toEqual(ids);
  }
});

test('the role of a program’s staff makes no orders, and changes none that was sent or is another’s', async () => {
  const [own = 0, sent = 0] = await orders(2);
  const [foreign = 0] = await orders(1, { program_id: elsewhere });
  const { body } = await fulfil([sent]);
  const scoped = app().platform.database.forProgram(program);
  const outcome = (statement: string) =>
    sql
      .raw(statement)
      .execute(scoped)
      .then(
        ({ rows, numAffectedRows }) => `${numAffectedRows ?? rows.length} rows`,
        (error: { code: string }) => error.code,
      );
  const denied = '42501';
  const values = `(product_id, user_id, type) select product_id, user_id, type from gift_purchases limit 1`;
  expect(await outcome(`insert into gift_purchases ${values}`)).toBe(denied);
  expect(await outcome(`delete from gift_purchases where id = ${own}`)).toBe(denied);
  for (const column of ['user_id', 'product_id', 'price', 'state', 'created_at', 'entry_id', 'type'])
    expect(await outcome(`update gift_purchases set ${column} = ${column} where id = ${own}`), column).toBe(
      denied,
    );
  expect(await outcome(`select from gift_purchases where id = ${foreign}`)).toBe('0 rows');
  const send = `set fulfilment_id = ${body.fulfilment_id}, sent = '{}'`;
  expect(await outcome(`update gift_purchases ${send} where id = ${foreign}`)).toBe('0 rows');
  expect(await outcome(`update gift_purchases ${send} where id = ${sent}`)).toBe('23514');
  expect(
    await outcome(`update gift_purchases set fulfilment_id = null, sent = null where id = ${sent}`),
  ).toBe('23514');
  // Not one of its own, not with another order's line, and not what needs an address.
  const line = (id: number) => JSON.stringify({ id, address: [] });
  const forged = `update gift_purchases set fulfilment_id = ${body.fulfilment_id}, sent = `;
  expect(await outcome(`${forged}'${line(own)}' where id = ${own}`)).toBe('23514');
  const { id: ours } = await db()
    .insertInto('fulfilments')
    .values({ program_id: program, file_name: `${'c'.repeat(32)}.csv` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [waiting = 0] = await orders(1, { lilt_delivery: '' });
  for (const [id, sent] of [
    [own, line(own + 1)],
    [own, '5'],
    [waiting, line(waiting)],
  ])
    expect(
      await outcome(`update gift_purchases set fulfilment_id = ${ours}, sent = '${sent}' where id = ${id}`),
    ).toBe('23514');
  const inTheirName = `insert into fulfilments (program_id, admin_id, file_name)
    values (${program}, ${superadmin.admin_id}, '${'d'.repeat(32)}.csv')`;
  expect(await outcome(inTheirName)).toBe(denied);
  expect(await outcome(`update fulfilments set file_name = file_name`)).toBe(denied);
  expect(await outcome('delete from fulfilments')).toBe(denied);
  const theirs = `insert into fulfilments (program_id, file_name) values (${elsewhere}, '${'b'.repeat(32)}.csv')`;
  expect(await outcome(theirs)).toBe(denied);
  expect(await outcome(theirs.replace(String(elsewhere), 'null'))).toBe(denied);
  expect((await rowsOf([own, foreign])).every(({ fulfilment_id }) => fulfilment_id === null)).toBe(true);
});
