/** A confirmed draw gives its prize in the same moment, whoever's people the holders of its tickets are. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { asSystem, SYSTEM } from '../../../server/context.ts';
import { makeProduct, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { inDays, makeEvent, makeTickets } from '../../../test/rows/events.ts';
import type { Proposal } from '../../events/draws/contract.ts';
import { confirmWinner, proposeWinner } from '../../events/draws/server/draws.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let program: number;
let elsewhere: number;
/** Staff of the program that draws. */
let bound: Call;

beforeAll(async () => {
  program = (await makeProgram(db())).id;
  elsewhere = (await makeProgram(db())).id;
  bound = await app().as({ permissions: ['events', 'store'], program_id: program });
});

/** An ended giveaway of the program; as many holders of its tickets as there are numbers, at home elsewhere. */
async function giveaway(tickets: number[], values: object = {}) {
  const product_id = (await makeProduct(db())).id;
  const event = await makeEvent(db(), { program_id: program, product_id, ...values });
  const holders: number[] = [];
  for (const number of tickets) {
    const { id } = await makeSiteUser(db(), { program_id: elsewhere });
    await makeTickets(db(), event, number, id);
    holders.push(id);
  }
  return { id: event.id, product_id, holders };
}
const prizesOf = (event_id: number) =>
  db()
    .selectFrom('gift_purchases')
    .select(['user_id', 'product_id', 'type', 'state', 'price'])
    .where('event_id', '=', event_id)
    .orderBy('user_id')
    .execute();
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

/** Whoever draws may all, and sees what the role of the database lets the program see; 0 is every program. */
const drawing = (program_id: number) => {
  const context = () => asSystem(app().platform, 'test', { ...SYSTEM, program_id });
  return {
    propose: (id: number) => proposeWinner(context(), { id, reason: '' }, null),
    confirm: (id: number, proposed: Proposal) =>
      confirmWinner(context(), { id, user_id: proposed.id, token: proposed.token }),
  };
};

describe('a confirmed draw', () => {
  test('the winner has won, everybody else who held tickets has not, each once', async () => {
    const { id, product_id, holders } = await giveaway([3, 1, 4, 1]);
    const proposed = await drawing(0).propose(id);
    expect(holders).toContain(proposed.id);
    expect(proposed.user).toMatch(new RegExp(`^Ada Number \\d+ \\(#${proposed.id}, .+@example.org\\)$`));
    expect([3, 1, 4, 1][holders.indexOf(proposed.id)]).toBe(proposed.user_tickets);
    expect(await prizesOf(id)).toEqual([]);
    expect(await drawing(0).confirm(id, proposed)).toMatchObject({ user: proposed.user });
    const prize = { product_id, type: 'prize', price: 0 };
    expect(await prizesOf(id)).toEqual(
      holders.map((user_id) => ({ user_id, ...prize, state: user_id === proposed.id ? 'win' : 'non-win' })),
    );
    expect(await outcome(drawing(0).confirm(id, proposed))).toBe(
      'Another admin has already confirmed the winner of this event',
    );
    expect(await prizesOf(id)).toHaveLength(4);
    const { draws } = (await bound('GET', `lilt-event/${id}/draws`)).body;
    expect(draws).toMatchObject([{ user: proposed.user, confirmed_at: expect.any(String) }]);
  });

  test('without a product there is no prize', async () => {
    const { id } = await giveaway([2, 2], { product_id: null });
    await drawing(0).confirm(id, await drawing(0).propose(id));
    expect(await prizesOf(id)).toEqual([]);
  });

  test('the prize of one who was proposed and not confirmed is nobody’s', async () => {
    const { id, holders } = await giveaway([1, 1, 1]);
    const first = await drawing(0).propose(id);
    const second = await drawing(0).propose(id);
    expect(await outcome(drawing(0).confirm(id, first))).toBe('Another winner was proposed after this one');
    expect(await prizesOf(id)).toEqual([]);
    await drawing(0).confirm(id, second);
    const prizes = await prizesOf(id);
    const won = prizes.filter(({ state }) => state === 'win');
    expect(won.map(({ user_id }) => user_id)).toEqual([second.id]);
    expect(prizes).toHaveLength(holders.length);
  });

  test('the proof names nobody', async () => {
    const { id } = await giveaway([2, 1]);
    const { ticket } = await drawing(0).confirm(id, await drawing(0).propose(id));
    const { body: proof } = await app().call('GET', `/storage/draws/${id}.json`);
    expect(proof).toMatchObject({ event_id: id, attempts: [{ attempt: 0, ticket }] });
    expect(proof.tickets).toHaveLength(3);
    expect(JSON.stringify(proof)).not.toMatch(/@|Ada/);
  });
});

test('a program’s own role of the database neither draws nor gives', async () => {
  const { id, holders, product_id } = await giveaway([1]);
  expect(await outcome(drawing(program).propose(id))).toMatch(/permission denied for table draws/);
  const proposed = await drawing(0).propose(id);
  expect(await outcome(drawing(program).confirm(id, proposed))).toMatch(/permission denied|no result/);
  const scoped = app().platform.database.forProgram(elsewhere);
  const prize = { product_id, user_id: holders[0] ?? 0, event_id: id, type: 'prize', state: 'win' };
  expect(await outcome(scoped.insertInto('gift_purchases').values(prize).execute())).toMatch(
    /permission denied/,
  );
  expect(await prizesOf(id)).toEqual([]);
});

test('the orders are listed for the staff of those who hold them, not for the staff that drew', async () => {
  const { id, holders } = await giveaway([1, 1]);
  await drawing(0).confirm(id, await drawing(0).propose(id));
  const theirs = await app().as({ permissions: ['store'], program_id: elsewhere });
  const listed = async (call: Call) =>
    (await call('GET', `lilt-purchases?user_name=%23${holders[0]}&event_type=prize`)).body;
  expect(await listed(theirs)).toMatchObject({
    count: 1,
    products: [{ user: { id: holders[0] }, program_id: elsewhere, event: null }],
  });
  expect(await listed(bound)).toMatchObject({ count: 0 });
});

test('a holder is told to the program that drew, by its tickets alone', async () => {
  const { id } = await giveaway([1]);
  const other = await makeEvent(db(), { program_id: elsewhere, end_at: inDays(-1) });
  await makeTickets(db(), other, 1);
  const scoped = app().platform.database.forProgram(program);
  const told = async (event: number) => {
    const ticket = await db()
      .selectFrom('tickets')
      .select('id')
      .where('event_id', '=', event)
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ user: string | null }>`select ticket_holder(${ticket.id}) as user`.execute(
      scoped,
    );
    return rows[0]?.user;
  };
  expect(await told(id)).toContain('@example.org');
  expect(await told(other.id)).toBeNull();
});
