/** Coins: what is given, spent and taken back, by many at once, and what the database itself does not let happen. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../../../server/db/client.ts';
import { inDepth } from '../../../../test/deep.ts';
import { makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { deadConnectionsEnded } from '../../../../test/killed/dead-connections.ts';
import { inDays, makeEvent } from '../../../../test/rows/events.ts';
import { system } from '../../../../test/system.ts';
import { grantCoins, reverseEntry, spendCoins } from './coins.ts';
import { buyTickets } from './tickets.ts';

const CHILD = path.join(import.meta.dirname, '../../../../test/killed/killed-purchase.ts');

const app = useTestApp();
const db = () => app().platform.database.everything;
let program: number;
let bound: Call & { admin_id: number };
let superadmin: Call & { admin_id: number };

beforeAll(async () => {
  program = (await makeProgram(db())).id;
  bound = await app().as({ permissions: ['programadmin'], program_id: program });
  superadmin = await app().as({ permissions: ['superadmin'] });
});

/** A user with so many coins. */
async function withCoins(coins = 0, values: object = {}): Promise<number> {
  const { id } = await makeSiteUser(db(), { program_id: program, ...values });
  if (coins > 0) await grantCoins(system(db()), { id, amount: coins, reason: '' });
  return id;
}
const live = (values: object = {}) =>
  makeEvent(db(), { end_at: inDays(1), program_id: program, ticket_price: 250, ...values });
const purse = (id: number) =>
  db()
    .selectFrom('site_users as u')
    .select(['u.lilt_balance', 'u.lilt_total'])
    .select(
      sql<number>`(select coalesce(sum(amount), 0) from lilt_entries e where e.user_id = u.id)`.as('sum'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const ticketsOf = async (user_id: number) =>
  (await db().selectFrom('tickets').select('id').where('user_id', '=', user_id).execute()).length;
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

describe('PATCH user/{id}/lilt', () => {
  test('200 with the new balance; the entry and the audit say who, why, before and after', async () => {
    const id = await withCoins(999.5);
    const { body } = await bound('PATCH', `user/${id}/lilt`, { amount: 0.51, reason: ' For a talk ' });
    expect(body).toMatchObject({ lilt_balance: 1000.01, lilt_total: 1000.01, level: 2 });
    const { body: list } = await bound('GET', `site-user/${id}/lilt-entries`);
    expect(list).toMatchObject({ count: 2, entries: [body.entry, { amount: 999.5, balance: 999.5 }] });
    const email = (
      await db()
        .selectFrom('admins')
        .select('email')
        .where('id', '=', bound.admin_id)
        .executeTakeFirstOrThrow()
    ).email;
    expect(body.entry).toMatchObject({
      amount: 0.51,
      balance: 1000.01,
      reason: 'For a talk',
      created_by: email,
    });
    const { body: log } = await superadmin('GET', `audit?entity=site_user&entity_id=${id}&action=add_lilt`);
    expect(log.audit[0]).toMatchObject({
      before: { lilt_balance: 999.5, lilt_total: 999.5 },
      after: { lilt_balance: 1000.01, lilt_total: 1000.01, reason: 'For a talk' },
    });
  });

  test('400 for what is no amount of coins, and for whoever is deleted', async () => {
    const id = await withCoins();
    for (const amount of [0, -1, 0.001, 1_000_000.01, '5', null, undefined]) {
      const { status, body } = await bound('PATCH', `user/${id}/lilt`, { amount });
      expect([status, body.errors?.[0].path], String(amount)).toEqual([400, 'amount']);
    }
    expect((await bound('PATCH', `user/${id}/lilt`, { amount: 1, reason: 'x'.repeat(501) })).status).toBe(
      400,
    );
    expect((await bound('PATCH', `user/${id}/lilt`, { amount: 1_000_000 })).status).toBe(200);
    const gone = await withCoins(0, { del_status: 1 });
    const { status, body } = await superadmin('PATCH', `user/${gone}/lilt`, { amount: 1 });
    expect([status, body.message]).toEqual([400, 'This user has been deleted']);
  });

  test('a hundred at once with one key give once, without a key a hundred times', async () => {
    const [once, often] = [await withCoins(), await withCoins()];
    const hundred = (id: number, headers: Record<string, string>) =>
      Promise.all(
        Array.from({ length: 100 }, () => bound('PATCH', `user/${id}/lilt`, { amount: 1 }, headers)),
      );
    const same = await hundred(once, { 'idempotency-key': 'one double click' });
    expect(new Set(same.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const each = await hundred(often, {});
    expect(new Set(statusesOf([...same, ...each]))).toEqual(new Set([200]));
    expect(await purse(once)).toEqual({ lilt_balance: 100, lilt_total: 100, sum: 100 });
    expect(await purse(often)).toEqual({ lilt_balance: 10_000, lilt_total: 10_000, sum: 10_000 });
  });
});

describe('buying tickets', () => {
  test('takes the price of the event, says for what, and nothing for a free one', async () => {
    const id = await withCoins(10);
    const event = await live({ name: 'A piano' });
    const { codes } = await buyTickets(system(db()), { event_id: event.id, user_id: id, quantity: 3 });
    expect(codes).toHaveLength(3);
    const free = await live({ ticket_price: 0 });
    expect(await buyTickets(system(db()), { event_id: free.id, user_id: id, quantity: 1 })).toMatchObject({
      entry_id: null,
    });
    const regular = await live({ type: 'regular', ticket_price: null, price: 200 });
    await buyTickets(system(db()), { event_id: regular.id, user_id: id, quantity: 1 });
    const { body } = await bound('GET', `site-user/${id}/lilt-entries`);
    expect(body).toMatchObject({
      lilt_balance: 0.5,
      entries: [
        { amount: -2, balance: 0.5, reference: String(regular.id) },
        {
          amount: -7.5,
          balance: 2.5,
          kind: 'ticket',
          reference: String(event.id),
          reference_name: 'A piano',
        },
        { amount: 10 },
      ],
    });
  });

  test('sells nothing that is not paid, and takes nothing for what is not sold', async () => {
    const id = await withCoins(5);
    const event = await live({ available: 2 });
    const buy = (quantity: number, user_id = id) =>
      outcome(buyTickets(system(db()), { event_id: event.id, user_id, quantity }));
    expect(await buy(3)).toBe('Only 2 tickets are left');
    const other = await live({ ticket_price: 251 });
    const bought = buyTickets(system(db()), { event_id: other.id, user_id: id, quantity: 2 });
    expect(await outcome(bought)).toBe('Not enough LiL-T: 5.02 needed, 5.00 available');
    expect([await ticketsOf(id), (await purse(id)).lilt_balance]).toEqual([0, 500]);
    expect(await buy(2)).toBe('done');
    expect([await ticketsOf(id), (await purse(id)).lilt_balance]).toEqual([2, 0]);
  });

  test('fifty at once, of several events, with gifts and reversals between: each ticket is paid', async () => {
    const events = await Promise.all([live({ available: 30 }), live(), live()]);
    const users = await Promise.all(Array.from({ length: 4 }, () => withCoins(12)));
    const done = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const [event, user_id = 0] = [events[n % 3], users[n % 4]];
        const bought = buyTickets(system(db()), { event_id: event?.id ?? 0, user_id, quantity: 1 });
        const given = n % 5 === 0 ? grantCoins(system(db()), { id: user_id, amount: 1, reason: '' }) : null;
        return Promise.all([outcome(bought), given]);
      }),
    );
    const words = new Set(done.map(([how]) => how.replace(/:.*/, '')));
    expect([...words].toSorted()).toEqual(['Not enough LiL-T', 'done']);
    for (const id of users) {
      const { lilt_balance, lilt_total, sum } = await purse(id);
      expect(lilt_balance).toBe(sum);
      expect(lilt_total - lilt_balance).toBe(250 * (await ticketsOf(id)));
      expect(lilt_balance).toBeGreaterThanOrEqual(0);
    }
  });

  test('a process that is killed on the way has sold and taken all of it, or nothing', async () => {
    const { global, scoped } = app().urls;
    const event = await live();
    const run = (user: number, statement: number, moment: string) =>
      spawnSync(
        process.execPath,
        [CHILD, global, scoped, String(event.id), String(user), String(statement), moment],
        { encoding: 'utf8' },
      );
    const whole = run(await withCoins(5), 0, '');
    const statements = Number.parseInt(whole.stdout, 10);
    expect(statements, whole.stderr).toBeGreaterThan(6);
    const last = Array.from({ length: inDepth(3, statements) }, (_, n) => statements - n);
    let [sold, killed] = [0, 0];
    for (const statement of last) {
      const user = await withCoins(5);
      const { signal } = run(user, statement, statement % 2 ? 'before' : 'after');
      if (signal === 'SIGKILL') killed += 1;
      await deadConnectionsEnded(db());
      const tickets = await ticketsOf(user);
      expect([0, 2]).toContain(tickets);
      expect((await purse(user)).lilt_balance).toBe(500 - 250 * tickets);
      sold += tickets;
    }
    expect(killed).toBe(last.length);
    expect(sold).toBeLessThanOrEqual(2);
  });
});

describe('the ledger', () => {
  test('takes back an entry once, whole, and not what has been spent', async () => {
    const id = await withCoins(5);
    const spent = await db()
      .transaction()
      .execute((trx) =>
        spendCoins(
          { ...system(db()), db: trx },
          { user_id: id, amount: 300, kind: 'purchase', reference: '7' },
        ),
      );
    const [grant] = await db()
      .selectFrom('lilt_entries')
      .select('id')
      .where('user_id', '=', id)
      .orderBy('id')
      .execute();
    const back = (entry: number) => outcome(reverseEntry(system(db()), { id: entry }));
    expect(await back(grant?.id ?? 0)).toBe('These LiL-T are already spent');
    const twice = await Promise.all([back(spent), back(spent), back(spent)]);
    expect(twice.toSorted()).toEqual([
      'This entry is already reversed',
      'This entry is already reversed',
      'done',
    ]);
    expect(await purse(id)).toEqual({ lilt_balance: 500, lilt_total: 500, sum: 500 });
    expect(await back(grant?.id ?? 0)).toBe('done');
    expect(await purse(id)).toEqual({ lilt_balance: 0, lilt_total: 0, sum: 0 });
    expect(await back(999_999)).toBe('Not found');
    const reversal = await db()
      .selectFrom('lilt_entries')
      .select('id')
      .where('user_id', '=', id)
      .where('kind', '=', 'reversal')
      .executeTakeFirstOrThrow();
    expect(await back(reversal.id)).toBe('A reversal cannot be reversed');
  });

  test('after any history the balance is the sum of the entries, the total what came in and stayed, both from 0', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('grant' as const), amount: fc.integer({ min: 1, max: 2000 }) }),
      fc.record({ do: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 2500 }) }),
      fc.record({ do: fc.constant('reverse' as const), amount: fc.nat(12) }),
    );
    const history = fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: inDepth(12, 40) }),
      async (steps) => {
        const id = await withCoins();
        const [told, known]: [boolean[], boolean[]] = [[], []];
        const booked: { id: number; amount: number; reversed: boolean }[] = [];
        for (const { do: what, amount } of steps) {
          const balance = booked.reduce((sum, entry) => sum + (entry.reversed ? 0 : entry.amount), 0);
          const there = booked[amount % Math.max(booked.length, 1)];
          if (what === 'grant') {
            const { entry } = await grantCoins(system(db()), { id, amount: amount / 100, reason: '' });
            booked.push({ id: entry.id, amount, reversed: false });
          } else if (what === 'spend') {
            const spending = db()
              .transaction()
              .execute((trx) =>
                spendCoins(
                  { ...system(db()), db: trx },
                  {
                    user_id: id,
                    amount,
                    kind: 'purchase',
                    reference: '',
                  },
                ),
              );
            const made = await spending.catch(() => null);
            told.push(made !== null);
            known.push(balance >= amount);
            if (made !== null) booked.push({ id: made, amount: -amount, reversed: false });
          } else if (there) {
            const may = !there.reversed && balance >= there.amount;
            told.push((await outcome(reverseEntry(system(db()), { id: there.id }))) === 'done');
            known.push(may);
            if (may) there.reversed = true;
          }
        }
        expect(told).toEqual(known);
        const standing = booked.filter(({ reversed }) => !reversed);
        const sum = standing.reduce((all, { amount }) => all + amount, 0);
        const total = standing.reduce((all, { amount }) => all + Math.max(amount, 0), 0);
        expect(await purse(id)).toEqual({ lilt_balance: sum, lilt_total: total, sum });
      },
    );
    await fc.assert(history, { numRuns: inDepth(6, 200) });
  });

  test('is nobody’s to edit: not the balance, not an entry, and nothing below 0', async () => {
    const id = await withCoins(5);
    const [entry] = await db().selectFrom('lilt_entries').selectAll().where('user_id', '=', id).execute();
    const ofProgram = app().platform.database.forProgram(program, bound.admin_id);
    const roles: [Db, number | null][] = [
      [db(), null],
      [ofProgram, bound.admin_id],
    ];
    for (const [role, created_by] of roles) {
      const refused = (statement: string, told: object) =>
        expect(sql.raw(statement).execute(role), statement).rejects.toMatchObject(told);
      const denied = { code: '42501' };
      await refused(`update site_users set lilt_balance = 900 where id = ${id}`, denied);
      await refused(`update site_users set lilt_total = 900 where id = ${id}`, denied);
      await refused(`insert into site_users (email, lilt_balance) values ('rich@example.org', 9)`, denied);
      await refused(`update lilt_entries set amount = 900 where id = ${entry?.id}`, denied);
      await refused(`delete from lilt_entries where id = ${entry?.id}`, denied);
      await refused('truncate lilt_entries', denied);
      await refused('alter table lilt_entries disable trigger all', denied);
      const book = (amount: number, kind: string, reference = '') =>
        `insert into lilt_entries (user_id, amount, kind, reference, created_by)
         values (${id}, ${amount}, '${kind}', '${reference}', ${created_by})`;
      // Tickets are the platform's to book.
      const ofTicket = (told: object) => (created_by ? denied : told);
      await refused(book(-501, 'ticket'), ofTicket({ constraint: 'site_users_lilt_balance' }));
      await refused(book(-1, 'grant'), { code: '23514' });
      await refused(book(1, 'ticket'), ofTicket({ code: '23514' }));
      await refused(book(-499, 'reversal', String(entry?.id)), { constraint: 'lilt_entries_reverses' });
    }
    const other = await withCoins(5, { program_id: (await makeProgram(db())).id });
    const foreign = `insert into lilt_entries (user_id, amount, kind, created_by)
      values (${other}, 1, 'grant', ${bound.admin_id})`;
    await expect(sql.raw(foreign).execute(ofProgram)).rejects.toMatchObject({ code: '42501' });
    expect(await purse(id)).toEqual({ lilt_balance: 500, lilt_total: 500, sum: 500 });
  });
});
