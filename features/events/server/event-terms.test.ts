/** What buyers of tickets went by: an event that has ended stays as it was, and every edit before that is recorded. */
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { endSoon, inDays, makeEvent, makeTickets } from '../../../test/rows/events.ts';
import { system } from '../../../test/system.ts';
import { readProof } from '../draws/server/proofs.ts';
import { sellTickets } from '../draws/server/tickets.ts';

type Caller = Call & { admin_id: number };

const app = useTestApp();
const db = () => app().platform.database.everything;
let program: number;
let callers: Record<'superadmin' | 'global programadmin' | 'bound programadmin' | 'bound admin', Caller>;

beforeEach(async () => {
  program = (await makeProgram(db())).id;
  callers = {
    superadmin: await app().as({ permissions: ['superadmin'] }),
    'global programadmin': await app().as({ permissions: ['programadmin'] }),
    'bound programadmin': await app().as({ permissions: ['programadmin'], program_id: program }),
    'bound admin': await app().as({ permissions: ['events'], program_id: program }),
  };
});

async function event(values: object, tickets = 3) {
  const made = await makeEvent(db(), { program_id: program, available: 10, ...values });
  if (tickets > 0) await makeTickets(db(), made, tickets);
  return made.id;
}
const save = (call: Call, id: number, data: object) => call('PATCH', `lilt-event/${id}`, { data });
const read = async (id: number) => (await callers.superadmin('GET', `lilt-event/${id}`)).body.event;
const editsOf = async (id: number) => (await callers.superadmin('GET', `lilt-event/${id}/draws`)).body.edits;
const short = (edits: { field: string; before: unknown; after: unknown }[]) =>
  edits.map(({ field, before, after }) => [field, before, after]);

describe('the price of a ticket', () => {
  test('409 once one is sold, naming the field; before that it changes, and the same price may be sent', async () => {
    const id = await event({ end_at: inDays(1), ticket_price: 250 }, 0);
    expect((await save(callers['bound admin'], id, { ticket_price: 3 })).body.event.ticket_price).toBe(3);
    expect(await save(callers['bound admin'], id, { ticket_price: null })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'data.ticket_price' }] },
    });
    await makeTickets(db(), { id, program_id: program }, 1);
    for (const call of Object.values(callers)) {
      const message = 'Tickets were sold, so the ticket price can no longer be changed';
      expect(await save(call, id, { ticket_price: 4 })).toMatchObject({
        status: 409,
        body: { message, errors: [{ path: 'data.ticket_price', message }] },
      });
    }
    expect((await save(callers.superadmin, id, { ticket_price: 3, name: 'Again' })).status).toBe(200);
  });

  test('of a sale and a new price at the same moment, the price changes first or is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await event({ end_at: inDays(1), ticket_price: 100 }, 0);
      const buyer = await makeSiteUser(db(), { program_id: program });
      const sale = sellTickets(system(db()), { event_id: id, user_id: buyer.id, quantity: 1 });
      const [saved] = await Promise.all([save(callers.superadmin, id, { ticket_price: 9 }), sale]);
      const { ticket_price } = await read(id);
      expect([saved.status, ticket_price]).toEqual(saved.status === 200 ? [200, 9] : [409, 1]);
    }
  });

  test('stays beneath the server as well', async () => {
    const id = await event({ end_at: inDays(1) });
    const change = sql`update events set ticket_price = 1 where id = ${id}`.execute(db());
    await expect(change).rejects.toThrow('has sold tickets');
  });
});

test('an ended event that is switched off says so where its winner is to be drawn', async () => {
  const drawOf = async (id: number) =>
    (await callers.superadmin('GET', `lilt-event/${id}/draw`)).body.message;
  expect(await drawOf(await event({ active: 0 }))).toBe('The event is switched off');
  expect(await drawOf(await event({ active: 0, end_at: inDays(1) }))).toBe('The event has not ended');
});

describe('an ended event with tickets', () => {
  const MOVES = [
    ['data.end_at', { end_at: inDays(1) }],
    ['data.end_at', { end_at: inDays(-2) }],
    ['data.start_at', { start_at: inDays(-20) }],
    ['data.start_at', { start_at: inDays(1), end_at: inDays(2) }],
    ['data.available', { available: 11 }],
    ['data.type', { type: 'regular', price: 1 }],
    ['data.end_at', { end_at: inDays(1), active: 0 }],
    ['data.end_at', { end_at: inDays(1), name: 'Open again', available: 20 }],
  ] as const;

  test.each(
    Object.keys({ superadmin: 0, 'global programadmin': 0, 'bound programadmin': 0, 'bound admin': 0 }),
  )('is moved by nobody, also before the freeze: %s', async (kind) => {
    const call = callers[kind as keyof typeof callers];
    for (const active of [1, 0]) {
      const id = await event({ active });
      const before = await read(id);
      for (const [path, data] of MOVES) {
        const { status, body } = await save(call, id, data);
        expect([status, body.errors?.[0].path, body.message], JSON.stringify(data)).toEqual([
          400,
          path,
          expect.stringMatching(/ended|Tickets were sold/),
        ]);
      }
      expect(await read(id)).toEqual(before);
    }
  });

  test('is not opened by a way round: switched off and on, moved to another program', async () => {
    const id = await event({});
    const other = (await makeProgram(db())).id;
    for (const way of [{ active: 0 }, { active: 1 }, { program_id: other }, { program_id: program }]) {
      expect((await save(callers.superadmin, id, way)).status).toBe(200);
      for (const [path, data] of MOVES) {
        const { status, body } = await save(callers.superadmin, id, { ...way, ...data, active: 1 });
        expect([status, body.errors?.[0].path]).toEqual([400, path]);
      }
    }
    expect((await read(id)).n).toBe('ended');
  });

  test('keeps what can still be told better, and sells nothing more', async () => {
    const id = await event({});
    expect((await save(callers['bound admin'], id, { name: 'A better name', available: 5 })).status).toBe(
      200,
    );
    const { id: user_id } = await makeSiteUser(db());
    await expect(sellTickets(system(db()), { event_id: id, user_id, quantity: 1 })).rejects.toMatchObject({
      status: 400,
      message: 'Tickets are only sold while the event is live',
    });
  });

  test('is not made of a live one by a word: nobody moves the end into the past', async () => {
    for (const call of Object.values(callers)) {
      const id = await event({ end_at: inDays(1) });
      for (const end_at of [inDays(-1 / 24), inDays(-2), new Date().toISOString()]) {
        const { status, body } = await save(call, id, { end_at });
        const message = "Tickets were sold, so the event can't end in the past";
        expect([status, body.errors]).toEqual([400, [{ path: 'data.end_at', message }]]);
      }
      expect([(await read(id)).n, await editsOf(id)]).toEqual(['live', []]);
      expect((await save(call, id, { end_at: inDays(0.5) })).status).toBe(200);
    }
    const unsold = await event({ end_at: inDays(1) }, 0);
    expect((await save(callers['bound admin'], unsold, { end_at: inDays(-1) })).status).toBe(200);
  });

  test('without a ticket is nobody’s loss: it can be held again', async () => {
    const id = await event({}, 0);
    expect((await save(callers['bound admin'], id, { end_at: inDays(3), available: 50 })).status).toBe(200);
    expect([(await read(id)).n, await editsOf(id)]).toEqual(['live', []]);
  });

  test('stays so in the database, past every check of ours', async () => {
    const id = await event({});
    const { id: user } = await makeSiteUser(db());
    for (const [statement, constraint] of [
      [`update events set end_at = now() + interval '1 day' where id = ${id}`, 'events_terms_kept'],
      [`update events set start_at = start_at - interval '1 day' where id = ${id}`, 'events_terms_kept'],
      [`update events set available = available + 1 where id = ${id}`, 'events_terms_kept'],
      [
        `update events set type = 'regular', price = 1, ticket_price = null where id = ${id}`,
        'events_type_sold',
      ],
      [
        `insert into tickets (event_id, user_id, code) values (${id}, ${user}, '000000000000')`,
        'tickets_in_time',
      ],
    ] as const)
      await expect(sql.raw(statement).execute(db()), statement).rejects.toMatchObject({ constraint });
    const live = await event({ end_at: inDays(1) });
    for (const past of ["now() - interval '1 hour'", 'provost_now()']) {
      const backdated = sql.raw(`update events set end_at = ${past} where id = ${live}`);
      await expect(backdated.execute(db()), past).rejects.toMatchObject({ constraint: 'events_terms_kept' });
    }
    const type = `update events set type = 'regular', price = 1, ticket_price = null where id = ${live}`;
    await expect(sql.raw(type).execute(db())).rejects.toMatchObject({ constraint: 'events_type_sold' });
  });
});

describe('the edits since the first ticket', () => {
  test('are recorded by the database with what was and what became, and who for staff alone', async () => {
    const id = await event({ end_at: inDays(1) }, 0);
    await save(callers.superadmin, id, { available: 20, end_at: inDays(2) });
    expect(await editsOf(id)).toEqual([]);
    const before = await read(id);
    await makeTickets(db(), { id, program_id: program }, 3);
    await save(callers['bound admin'], id, { name: 'Not a term', available: 15 });
    await save(callers.superadmin, id, { start_at: inDays(-3), end_at: inDays(3), active: 0 });
    await sql`update events set available = 14 where id = ${id}`.execute(db());
    const after = await read(id);
    const edits = await editsOf(id);
    expect(short(edits)).toEqual([
      ['available', 20, 15],
      ['start_at', before.start_at, after.start_at],
      ['end_at', before.end_at, after.end_at],
      ['active', 1, 0],
      ['available', 15, 14],
    ]);
    const emails = edits.map(({ edited_by }: { edited_by: string | null }) => edited_by);
    expect(new Set(emails.slice(1, 4)).size).toBe(1);
    expect([emails[0] === emails[1], emails[4]]).toEqual([false, null]);
    const bound = (await callers['bound admin']('GET', `lilt-event/${id}/draws`)).body.edits;
    expect(short(bound)).toEqual(short(edits));
    const stranger = await app().as({ permissions: ['events'], program_id: (await makeProgram(db())).id });
    expect((await stranger('GET', `lilt-event/${id}/draws`)).status).toBe(404);
  });

  test('stand in the public proof without anybody’s name, and end with the confirmation', async () => {
    const id = await event({ end_at: inDays(1) });
    await save(callers['bound admin'], id, { available: 30 });
    await endSoon(callers['bound admin'], id);
    const { id: user, token } = (await callers.superadmin('GET', `lilt-event/${id}/draw`)).body;
    await callers.superadmin('POST', `lilt-event/${id}/draw-final`, { id: user, token });
    const { body } = await app().call('GET', `/storage/draws/${id}.json`);
    expect(short(body.edits)).toEqual([
      ['available', 10, 30],
      ['end_at', expect.any(String), body.terms.end_at],
    ]);
    expect(Object.keys(body.edits[0])).toEqual(['edited_at', 'field', 'before', 'after']);
    expect(JSON.stringify(body)).not.toContain('@');
    expect((await save(callers.superadmin, id, { active: 0, available: 20 })).status).toBe(200);
    expect(await readProof(db(), id)).toEqual(body);
  });

  test('move with the event to another program, and are nobody’s to write, change or take away', async () => {
    const id = await event({ end_at: inDays(1) });
    await save(callers.superadmin, id, { available: 30 });
    const other = (await makeProgram(db())).id;
    await save(callers.superadmin, id, { program_id: other });
    const stranger = await app().as({ permissions: ['events'], program_id: other });
    expect(short((await stranger('GET', `lilt-event/${id}/draws`)).body.edits)).toEqual([
      ['available', 10, 30],
    ]);
    const owner = new pg.Client(app().ownerUrl);
    await owner.connect();
    for (const [statement, constraint] of [
      [
        `insert into event_term_edits (event_id, field, before, after) values (${id}, 'end_at', '1', '2')`,
        'event_term_edits_recorded',
      ],
      [`update event_term_edits set after = '31' where event_id = ${id}`, 'event_term_edits_kept'],
      [`delete from event_term_edits where event_id = ${id}`, 'event_term_edits_never_deleted'],
    ] as const)
      await expect(owner.query(statement), statement).rejects.toMatchObject({ constraint });
    await owner.end();
  });

  test('fifty saves and sales at once: each edit follows on the one before it', async () => {
    const id = await event({ end_at: inDays(1), available: 1000 }, 1);
    const { id: user_id } = await makeSiteUser(db());
    await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        at % 2
          ? save(callers['bound admin'], id, { available: 500 + at })
          : sellTickets(system(db()), { event_id: id, user_id, quantity: 1 }),
      ),
    );
    const edits = await editsOf(id);
    expect(edits.length).toBeGreaterThan(20);
    for (const [at, { before }] of edits.entries())
      expect(before).toBe(at === 0 ? 1000 : edits[at - 1].after);
    expect(edits.at(-1).after).toBe((await read(id)).available);
    expect((await read(id)).tickets).toBe(26);
  });
});
