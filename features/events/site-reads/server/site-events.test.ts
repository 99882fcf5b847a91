/** Events of a site: which are shown, in which order, and the proof of a draw. */
import { beforeAll, expect, test } from 'vitest';
import { makeProduct, makeProgram, makeSiteKey } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { inDays, makeEvent, makeTickets } from '../../../../test/rows/events.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let own: number;
let other: number;
let read: (path: string) => ReturnType<ReturnType<typeof app>['call']>;
beforeAll(async () => {
  [own, other] = [(await makeProgram(db())).id, (await makeProgram(db())).id];
  const { site_key } = await makeSiteKey(db(), own);
  read = (path) => app().call('GET', `/api/site/${path}`, undefined, { authorization: `Bearer ${site_key}` });
});

const lend = (event_id: number, values: object = {}) =>
  db()
    .insertInto('event_programs')
    .values({ event_id, program_id: own, ...values })
    .execute();

test('what the program shows and is switched on, also lent and ended, in its order', async () => {
  const product = await makeProduct(db(), { name: 'A prize', program_id: other });
  const on = { name: 'An event', end_at: inDays(5) };
  const last = await makeEvent(db(), { ...on, program_id: own, type: 'regular', price: 1250 });
  const ended = await makeEvent(db(), { program_id: own, name: 'Ended' });
  const lent = await makeEvent(db(), { ...on, program_id: other, product_id: product.id });
  await lend(lent.id, { featured: true, sort_order: 7 });
  const global = await makeEvent(db(), { ...on, program_id: null, start_at: inDays(1), available: 3 });
  await lend(global.id, { sort_order: 1 });
  const draft = await makeEvent(db(), { ...on, program_id: own, active: 0 });
  const foreign = await makeEvent(db(), { ...on, program_id: other });
  const { events } = (await read('events')).body;
  expect(events).toMatchObject([
    { id: lent.id, n: 'live', featured: true, display_order: 7, product: { name: 'A prize' } },
    { id: global.id, n: 'scheduled', available: 3, product: null },
    { id: last.id, type: 'regular', price: 12.5, ticket_price: null },
    { id: ended.id, n: 'ended' },
  ]);
  for (const hidden of [draft, foreign]) {
    expect((await read(`events/${hidden.id}`)).status).toBe(404);
    expect((await read(`draws/${hidden.id}`)).status).toBe(404);
  }
  expect((await read(`draws/${last.id}`)).body.errors).toMatchObject([{ path: 'id' }]);
});

test('the draw says where its proof is once the winner is confirmed, and agrees with it', async () => {
  const event = await makeEvent(db(), { program_id: other, available: 3 });
  await lend(event.id);
  await makeTickets(db(), event, 3);
  const call = await app().as({ permissions: ['superadmin'] });
  const { id, token } = (await call('GET', `lilt-event/${event.id}/draw`)).body;
  const before = (await read(`draws/${event.id}`)).body.draw;
  expect(before).toMatchObject({ event_id: event.id, proof: null, list_hash: null, ticket: null });
  const { status } = await call('POST', `lilt-event/${event.id}/draw-final`, { id, token });
  expect(status).toBe(200);
  const { draw } = (await read(`draws/${event.id}`)).body;
  const path = `/storage/draws/${event.id}.json`;
  expect(draw.proof).toBe(`http://localhost:4000${path}`);
  const proof = (await app().call('GET', path)).body;
  expect(draw).toEqual({
    event_id: event.id,
    commitment: proof.C,
    proof: draw.proof,
    frozen_at: proof.frozen_at,
    tickets: proof.tickets.length,
    list_hash: proof.L,
    beacon_round: null,
    confirmed_at: proof.attempts.at(-1).confirmed_at,
    ticket: proof.attempts.at(-1).ticket,
  });
  expect(draw.commitment).toBe(before.commitment);
});
