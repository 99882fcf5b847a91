/** Tickets: sold within bounds, at whatever moment, and never taken back. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { inDays, makeEvent, makeTickets } from '../../../../test/rows/events.ts';
import { system } from '../../../../test/system.ts';
import type { SoldTicket } from '../contract.ts';
import { newCode, sellTickets } from './tickets.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
const live = (available: number) => makeEvent(db(), { end_at: inDays(1), available });
const soldOf = async (id: number) =>
  await db()
    .selectFrom('events as e')
    .select(['e.tickets', sql<number>`(select count(*) from tickets t where t.event_id = e.id)`.as('rows')])
    .where('e.id', '=', id)
    .executeTakeFirstOrThrow();

test('sells to a user, in codes of their own that say nothing about anybody', async () => {
  const event = await live(10);
  const { id: user_id } = await makeSiteUser(db());
  const codes = await sellTickets(system(db()), { event_id: event.id, user_id, quantity: 4 });
  expect(new Set(codes).size).toBe(4);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
  expect(newCode(Buffer.from([0, 31, 32, 255, 0, 0, 0, 0, 0, 0, 0, 10]))).toBe('0Z0Z0000000A');
  expect(await soldOf(event.id)).toEqual({ tickets: 4, rows: 4 });
});

test('refuses what is not live, whom nobody knows, and more than there are', async () => {
  const { id: user_id } = await makeSiteUser(db());
  const buy = async (event_id: number, quantity = 1, user = user_id) =>
    sellTickets(system(db()), { event_id, user_id: user, quantity }).then(
      () => 'sold',
      (error: Error) => error.message,
    );
  const event = await live(2);
  expect(await buy(event.id, 3)).toBe('Only 2 tickets are left');
  expect(await buy(event.id, 2)).toBe('sold');
  expect(await buy(event.id)).toBe('No tickets are left');
  expect(await buy(event.id, 0)).toMatch('Choose between 1 and');
  expect(await buy(event.id, 1, 99_999_999)).toBe('Not found');
  expect(await buy(99_999_999)).toBe('Not found');
  for (const values of [{}, { active: 0, end_at: inDays(1) }, { start_at: inDays(1), end_at: inDays(2) }])
    expect(await buy((await makeEvent(db(), values)).id)).toBe(
      'Tickets are only sold while the event is live',
    );
});

test('sixty buyers at once of twenty tickets: twenty get one', async () => {
  const event = await live(20);
  const { id: user_id } = await makeSiteUser(db());
  const bought = await Promise.allSettled(
    Array.from({ length: 60 }, () => sellTickets(system(db()), { event_id: event.id, user_id, quantity: 1 })),
  );
  expect(bought.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect(await soldOf(event.id)).toEqual({ tickets: 20, rows: 20 });
});

test('past every check of ours the database still sells no more than there are', async () => {
  const event = await live(20);
  const bought = await Promise.allSettled(Array.from({ length: 30 }, () => makeTickets(db(), event, 3)));
  expect(bought.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  expect(bought.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { constraint: 'events_sold_out' },
  });
  expect(await soldOf(event.id)).toEqual({ tickets: 18, rows: 18 });
  await expect(
    sql`update events set available = 17 where id = ${event.id}`.execute(db()),
  ).rejects.toMatchObject({
    constraint: 'events_sold_out',
  });
});

test('staff look tickets up by owner, code and where they came from; of other programs’ people by the code alone', async () => {
  const { id: program_id } = await makeProgram(db());
  const event = await makeEvent(db(), { program_id, end_at: inDays(1), available: 10 });
  const own = await makeSiteUser(db(), { program_id, first_name: 'Ada', last_name: 'Owner' });
  const foreign = await makeSiteUser(db(), { program_id: (await makeProgram(db())).id, first_name: 'Grace' });
  const buy = (user_id: number, source?: 'site' | 'stripe' | 'import') =>
    sellTickets(system(db()), { event_id: event.id, user_id, quantity: 1, ...(source && { source }) });
  const codes = [
    ...(await buy(own.id)),
    ...(await buy(own.id, 'site')),
    ...(await buy(own.id, 'stripe')),
    ...(await buy(foreign.id, 'import')),
  ];
  const bound = await app().as({ permissions: ['events'], program_id });
  const listed = async (query = '', call = bound) => {
    const { status, body } = await call('GET', `lilt-event/${event.id}/sold-tickets?${query}`);
    expect(status).toBe(200);
    expect(body.count).toBe(body.tickets.length);
    return body.tickets.map(({ code, source, user }: SoldTicket) => [
      codes.indexOf(code),
      source,
      user?.name ?? null,
    ]);
  };
  const all = [
    [3, 'import', null],
    [2, 'stripe', 'Ada Owner'],
    [1, 'site', 'Ada Owner'],
    [0, 'hand', 'Ada Owner'],
  ];
  expect(await listed()).toEqual(all);
  for (const [row] of all.entries()) expect(await listed(`source=${all[row]?.[1]}`)).toEqual([all[row]]);
  expect(await listed('name=ada')).toEqual(all.slice(1));
  expect(await listed(`name=${own.id}`)).toEqual(all.slice(1));
  expect(await listed('name=grace')).toEqual([]);
  expect(await listed(`name=${codes[3]?.toLowerCase()}`)).toEqual(all.slice(0, 1));
  const everybody = await app().as({ permissions: ['superadmin'] });
  expect((await listed('name=grace', everybody)).length).toBe(1);
  const stranger = await app().as({ permissions: ['events'], program_id: (await makeProgram(db())).id });
  expect((await stranger('GET', `lilt-event/${event.id}/sold-tickets`)).status).toBe(404);
});
