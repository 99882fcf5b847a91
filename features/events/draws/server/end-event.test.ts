/** A giveaway ended before its time: who may, what is refused, buyers at the same moment, and the proof that tells of it. */
import path from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { inDepth } from '../../../../test/deep.ts';
import { makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { inDays, makeEvent, makeTickets } from '../../../../test/rows/events.ts';
import { system } from '../../../../test/system.ts';
import { NO_TICKETS } from '../../rules.ts';
import { sellTickets } from './tickets.ts';

type Verifier = { checkProof: (proof: unknown, shown?: string) => { name: string; fault: string | null }[] };
const VERIFIER = path.join(import.meta.dirname, '../../../../cli/verify-draw.mjs');
const { checkProof } = (await import(VERIFIER)) as Verifier;

const app = useTestApp();
const db = () => app().platform.database.everything;
type Admin = Call & { admin_id: number };
let superadmins: [Admin, Admin];
let buyer: number;

beforeAll(async () => {
  superadmins = [
    await app().as({ permissions: ['superadmin'] }),
    await app().as({ permissions: ['superadmin'] }),
  ];
  buyer = (await makeSiteUser(db(), {})).id;
});

const WHY = 'The prize leaves on Friday';
const end = (call: Call, id: number, reason = WHY) => call('POST', `lilt-event/${id}/end`, { reason });
const onSale = (values: object = {}) => makeEvent(db(), { end_at: inDays(5), ...values });
const faultsOf = (proof: unknown, shown: string) =>
  checkProof(proof, shown).filter(({ fault }) => fault !== null);

async function ended() {
  const event = await onSale();
  await makeTickets(db(), event, 7);
  const { status, body } = await end(superadmins[0], event.id);
  expect(status).toBe(200);
  return { id: event.id, before: event.end_at, end_at: body.end_at as string };
}

async function proofOf(id: number) {
  const proposed = (await superadmins[0]('GET', `lilt-event/${id}/draw`)).body;
  const winner = { id: proposed.id, token: proposed.token };
  expect((await superadmins[0]('POST', `lilt-event/${id}/draw-final`, winner)).status).toBe(200);
  const proof = (await app().call('GET', `/storage/draws/${id}.json`)).body;
  return { proof, shown: proof.C as string, tickets: proposed.tickets as number };
}

test('it is over at once and drawn from what was sold; the proof says when and why, and holds', async () => {
  const { id, before, end_at } = await ended();
  expect(end_at < before).toBe(true);
  const event = (await superadmins[0]('GET', `lilt-event/${id}`)).body.event;
  expect(event).toMatchObject({ n: 'ended', end_at, tickets: 7 });
  const { body } = await superadmins[0]('GET', `lilt-event/${id}/draws`);
  expect(body.ended_early).toEqual({ at: end_at, reason: WHY });
  expect(body.edits).toMatchObject([{ field: 'end_at', before, after: end_at }]);
  const { proof, shown, tickets } = await proofOf(id);
  expect([tickets, proof.tickets.length, proof.ended_early]).toEqual([7, 7, { at: end_at, reason: WHY }]);
  expect(faultsOf(proof, shown)).toEqual([]);
  const entry = (await superadmins[0]('GET', `audit?entity=event&entity_id=${id}&action=end`)).body.audit[0];
  expect(entry).toMatchObject({ before: { end_at: before }, after: { end_at, reason: WHY, tickets: 7 } });
});

test('a proof that tells of another early end, or of one that no edit made, does not hold', async () => {
  const { id } = await ended();
  const { proof, shown } = await proofOf(id);
  const { ended_early, edits } = proof;
  const at = new Date(Date.parse(ended_early.at) + 1).toISOString();
  for (const forged of [
    { ...proof, ended_early: { ...ended_early, at } },
    { ...proof, edits: [] },
    { ...proof, edits: edits.map((edit: object) => ({ ...edit, before: ended_early.at })) },
  ]) {
    expect(faultsOf(forged, shown).map(({ name }) => name)).toContain('early end');
  }
});

describe('it is refused', () => {
  test.each([
    [
      'a regular event',
      { type: 'regular', price: 100, ticket_price: null },
      'Only a giveaway can be ended early',
    ],
    ['one that is switched off', { active: 0 }, 'The event is switched off'],
    ['one that has not started', { start_at: inDays(1) }, 'The event has not started'],
    ['one that is over', { end_at: inDays(-1) }, 'The event has ended'],
  ] as const)('for %s', async (_, values, message) => {
    const event = await onSale(values);
    await makeTickets(db(), event, 1);
    const { status, body } = await end(superadmins[0], event.id);
    expect([status, body.message]).toEqual([400, message]);
  });

  test('without a ticket, without a reason, and to everybody but superadmins', async () => {
    const { id: program_id } = await makeProgram(db());
    const event = await onSale({ program_id });
    expect((await end(superadmins[0], event.id)).body.message).toBe(NO_TICKETS);
    await makeTickets(db(), event, 1);
    const blank = await end(superadmins[0], event.id, ' \n ');
    expect([blank.status, blank.body.errors]).toEqual([400, [expect.objectContaining({ path: 'reason' })]]);
    for (const by of [{ program_id, permissions: ['programadmin'] }, { permissions: ['events'] }] as const) {
      expect((await end(await app().as({ ...by, permissions: [...by.permissions] }), event.id)).status).toBe(
        403,
      );
    }
    expect((await superadmins[0]('GET', `lilt-event/${event.id}`)).body.event).toMatchObject({ n: 'live' });
  });

  test('to a statement of a program’s session, and twice to anybody’s', async () => {
    const { id: program_id } = await makeProgram(db());
    const event = await onSale({ program_id });
    await makeTickets(db(), event, 1);
    const say = sql`update events set ended_early_reason = 'Mine' where id = ${event.id}`;
    const refused = { constraint: 'events_ended_early' };
    await expect(say.execute(app().platform.database.forProgram(program_id))).rejects.toMatchObject(refused);
    await say.execute(db());
    await expect(
      sql`update events set ended_early_reason = 'Other' where id = ${event.id}`.execute(db()),
    ).rejects.toMatchObject(refused);
  });
});

test('whoever buys at that moment is in the draw or refused; of two who end it, one does, and the other hears who', async () => {
  const story = fc.asyncProperty(
    fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 6, maxLength: 20 }),
    fc.nat(),
    async (quantities, place) => {
      const { id } = await onSale();
      await makeTickets(db(), { id, program_id: null }, 1);
      const buying = quantities.map(
        (quantity) => () =>
          sellTickets(system(db()), { event_id: id, user_id: buyer, quantity }).catch(() => [] as string[]),
      );
      const at = place % quantities.length;
      const sold: Promise<string[]>[] = buying.slice(0, at).map((buy) => buy());
      const endings = superadmins.map((call) => end(call, id));
      sold.push(...buying.slice(at).map((buy) => buy()));
      const codes = (await Promise.all(sold)).flat();
      const answers = await Promise.all(endings);
      expect(statusesOf(answers).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const lost = answers.find(({ status }) => status === 409)?.body;
      const winner = superadmins[answers.findIndex(({ status }) => status === 200)]?.admin_id ?? 0;
      const { email } = await db()
        .selectFrom('admins')
        .select('email')
        .where('id', '=', winner)
        .executeTakeFirstOrThrow();
      expect(lost.conflict.changed_by).toBe(email);
      // One more is not sold, however soon it is asked for.
      await expect(
        sellTickets(system(db()), { event_id: id, user_id: buyer, quantity: 1 }),
      ).rejects.toMatchObject({
        status: 400,
      });
      const done = answers.find(({ status }) => status === 200)?.body;
      expect(done.tickets).toBe(1 + codes.length);
      const { proof, shown } = await proofOf(id);
      expect(proof.tickets).toHaveLength(1 + codes.length);
      expect(codes.filter((code) => !proof.tickets.includes(code))).toEqual([]);
      expect(faultsOf(proof, shown)).toEqual([]);
    },
  );
  await fc.assert(story, { numRuns: inDepth(8, 200) });
});
