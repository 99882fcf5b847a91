/** What an event gives: a product that its maker may give, and its name beside it. */

import type { Insertable } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { GiftProducts } from '../../../server/db/types.ts';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { makeEvent, makeTickets } from '../../../test/rows/events.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program: number;
let other: number;
let superadmin: Call;
let bound: Call;

beforeEach(async () => {
  program = (await makeProgram(db())).id;
  other = (await makeProgram(db())).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['events'], program_id: program });
});

async function product(values: Partial<Insertable<GiftProducts>>, shownBy: number[] = []): Promise<number> {
  const { id } = await db()
    .insertInto('gift_products')
    .values({ name: 'A violin', type: 'physical', ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const program_id of shownBy)
    await db().insertInto('gift_product_programs').values({ product_id: id, program_id }).execute();
  return id;
}
const create = (call: Call, product_id: number | null) =>
  call('POST', 'lilt-event', {
    data: {
      name: 'Spring draw',
      type: 'giveaway',
      ticket_price: 1,
      start_at: '2030-01-01T00:00:00Z',
      end_at: '2030-02-01T00:00:00Z',
      program_id: program,
      product_id,
    },
  });
const refusal = (id: number) => {
  const message = `There is no gift product ${id}`;
  return { status: 400, body: { message, errors: [{ path: 'data.product_id', message }] } };
};

test('its own, a lent one, or any for a superadmin; the same 400 for a missing and a foreign one', async () => {
  const own = await product({ program_id: program }, [program]);
  const lent = await product({ program_id: other, name: 'A cello', type: 'nft' }, [program, other]);
  const foreign = await product({ program_id: other }, [other]);
  const missing = 99_999_999;
  expect((await create(bound, own)).body.event.product).toEqual({
    id: own,
    name: 'A violin',
    type: 'physical',
  });
  const { event } = (await create(bound, lent)).body;
  expect(event).toMatchObject({ product_id: lent, product: { id: lent, name: 'A cello', type: 'nft' } });
  expect(await create(bound, foreign)).toMatchObject(refusal(foreign));
  expect(await create(bound, missing)).toMatchObject(refusal(missing));
  expect((await create(superadmin, foreign)).status).toBe(200);
  expect(await create(superadmin, missing)).toMatchObject(refusal(missing));
  const change = (call: Call, product_id: number | null) =>
    call('PATCH', `lilt-event/${event.id}`, { data: { product_id } });
  expect(await change(bound, foreign)).toMatchObject(refusal(foreign));
  expect(await change(superadmin, missing)).toMatchObject(refusal(missing));
  expect((await change(bound, null)).body.event).toMatchObject({ product_id: null, product: null });
});

test('what stays as it was is not asked again, and its name is read by whoever reads the event', async () => {
  const foreign = await product({ program_id: other }, [other]);
  const event = await makeEvent(db(), { program_id: program, product_id: foreign });
  const { status, body } = await bound('PATCH', `lilt-event/${event.id}`, {
    data: { name: 'Renamed', product_id: foreign },
  });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { event: { name: 'Renamed', product: { id: foreign, name: 'A violin' } } },
  });
  const listed = (await bound('GET', `lilt-events?name=${event.id}`)).body.events;
  expect(listed).toMatchObject([{ product: { id: foreign, name: 'A violin' } }]);
});

test('a prize that tickets have been sold for stays; one can be added until the winner is confirmed', async () => {
  const [violin, cello] = [await product({}, [program]), await product({}, [program])];
  const event = await makeEvent(db(), { program_id: program });
  await makeTickets(db(), { id: event.id, program_id: program }, 3);
  const change = (product_id: number | null) =>
    superadmin('PATCH', `lilt-event/${event.id}`, { data: { product_id } });
  expect((await change(violin)).status).toBe(200);
  const message = 'Tickets were sold, so the prize can no longer be changed';
  for (const other of [cello, null])
    expect(await change(other)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'data.product_id', message }] },
    });
  expect((await change(violin)).status).toBe(200);
  await expect(
    db().updateTable('events').set({ product_id: cello }).where('id', '=', event.id).execute(),
  ).rejects.toMatchObject({ constraint: 'events_prize_kept' });
});
