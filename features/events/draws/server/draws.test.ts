/** Draws: who may, what is refused, redraws, the race to confirm, and what the database itself does not let happen. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { inDepth } from '../../../../test/deep.ts';
import { makeProgram } from '../../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { deadConnectionsEnded } from '../../../../test/killed/dead-connections.ts';
import { inDays, makeEvent, makeTickets } from '../../../../test/rows/events.ts';
import { NO_TICKETS } from '../../rules.ts';
import { listHash } from './draw-arithmetic.ts';
import { readSecret } from './draw-secrets.ts';

/** Statements between two at which the child is killed. */
const STRIDE = inDepth(3, 1);
const CHILD = path.join(import.meta.dirname, '../../../../test/killed/killed-draw.ts');

const app = useTestApp();
const db = () => app().platform.database.everything;
let superadmin: Call & { admin_id: number };

beforeEach(async () => {
  superadmin = await app().as({ permissions: ['superadmin'] });
});

async function giveaway(tickets: number, values: object = {}) {
  const event = await makeEvent(db(), values);
  if (tickets > 0) await makeTickets(db(), event, tickets);
  return event.id;
}
const propose = (id: number, query = '') => superadmin('GET', `lilt-event/${id}/draw${query}`);
type Winner = { id: number; token: string };
const confirm = (event: number, { id, token }: Winner, headers?: Record<string, string>) =>
  superadmin('POST', `lilt-event/${event}/draw-final`, { id, token }, headers);
const emailOf = async ({ admin_id }: { admin_id: number }) =>
  (await db().selectFrom('admins').select('email').where('id', '=', admin_id).executeTakeFirstOrThrow())
    .email;
const attemptsOf = (id: number) =>
  db().selectFrom('draw_attempts').selectAll().where('event_id', '=', id).orderBy('attempt').execute();

describe('GET draw and POST draw-final', () => {
  test('200: proposes, proposes anew with a reason, confirms the newest, once; everything is kept and audited', async () => {
    const id = await giveaway(20);
    const first = await propose(id);
    expect(first.body).toMatchObject({ attempt: 0, tickets: 20, user_tickets: 20, id: expect.any(Number) });
    expect(first.body.user).toMatch(/^Ada Number \d+ \(#\d+, .+@example.org\)$/);
    const second = await propose(id, '?reason=Could%20not%20be%20reached');
    expect(second.body).toMatchObject({ attempt: 1 });
    expect((await confirm(id, first.body)).body.message).toBe('Another winner was proposed after this one');
    expect((await confirm(id, { ...second.body, token: 'anything' })).body.message).toBe(
      'There is no proposal with this token',
    );
    const { body } = await confirm(id, second.body);
    expect(body).toEqual({
      user: second.body.user,
      ticket: second.body.ticket,
      attempt: 1,
      proof: `/storage/draws/${id}.json`,
    });
    const late = await confirm(id, second.body);
    expect([late.status, late.body.message]).toEqual([
      409,
      `${await emailOf(superadmin)} has already confirmed the winner of this event`,
    ]);
    const anew = await propose(id);
    expect([anew.status, anew.body.message]).toEqual([400, 'The winner of this event is already confirmed']);
    expect((await superadmin('GET', `lilt-event/${id}`)).body.event.processed).toBe(true);
    const { draws, frozen, proof } = (await superadmin('GET', `lilt-event/${id}/draws`)).body;
    expect(draws).toMatchObject([
      { attempt: 0, reason: null, confirmed_at: null, proof: null },
      {
        attempt: 1,
        reason: 'Could not be reached',
        ticket: second.body.ticket,
        proof,
        user: second.body.user,
      },
    ]);
    expect(draws[1].proposed_by).toContain('@');
    expect(frozen).toMatchObject({ tickets: 20, beacon_round: null, beacon_signature: null });
    const entries = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('entity', '=', 'event')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['freeze', 'draw', 'draw', 'draw-final']);
  });

  test('400: no ticket, not a giveaway, not ended, not active, nothing proposed', async () => {
    const message = async (id: number) => {
      const { status, body } = await propose(id);
      expect([status, (await confirm(id, { id: 1, token: 'x' })).body.message]).toEqual([400, body.message]);
      return body.message;
    };
    expect(await message(await giveaway(0))).toBe(NO_TICKETS);
    expect(NO_TICKETS).toBe('Event have 0 tickets purchased!');
    expect(await message(await giveaway(3, { type: 'regular' }))).toBe('Only a giveaway has a draw');
    expect(await message(await giveaway(3, { end_at: inDays(1) }))).toBe('The event has not ended');
    expect(await message(await giveaway(3, { active: 0 }))).toBe('The event is switched off');
    expect((await confirm(await giveaway(3), { id: 1, token: 'x' })).body.message).toBe(
      'No winner is proposed yet',
    );
    expect((await propose(99_999_999)).status).toBe(404);
  });

  test('403 for everybody but a superadmin; staff of the program read the draws, others do not', async () => {
    const program_id = (await makeProgram(db())).id;
    const id = await giveaway(3, { program_id });
    await propose(id);
    for (const rights of [
      { permissions: ['programadmin'] },
      { permissions: ['events'], program_id },
    ] as const) {
      const call = await app().as({ ...rights, permissions: [...rights.permissions] });
      expect((await call('GET', `lilt-event/${id}/draw`)).status).toBe(403);
      expect((await call('POST', `lilt-event/${id}/draw-final`, { token: 'x' })).status).toBe(403);
      expect((await call('GET', `lilt-event/${id}/draws`)).body.draws).toHaveLength(1);
      expect((await call('GET', `lilt-event/${id}/tickets`)).body).toEqual({ number: 3, users: 1 });
    }
    const stranger = await app().as({ permissions: ['events'], program_id: (await makeProgram(db())).id });
    for (const what of ['draws', 'tickets'])
      expect((await stranger('GET', `lilt-event/${id}/${what}`)).status).toBe(404);
  });

  test('a hundred confirmations of one proposal by two at once: one winner, and the others are told whose and when', async () => {
    const id = await giveaway(50);
    const winner = (await propose(id)).body;
    const other = await app().as({ permissions: ['superadmin'] });
    const callers = [superadmin, other] as const;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        (at % 2 === 0 ? superadmin : other)('POST', `lilt-event/${id}/draw-final`, {
          id: winner.id,
          token: winner.token,
        }),
      ),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 99 }, () => 409)]);
    const first = callers[answers.findIndex(({ status }) => status === 200) % 2] ?? superadmin;
    const confirmed = (await attemptsOf(id)).filter(({ confirmed_at }) => confirmed_at);
    expect(confirmed).toMatchObject([{ confirmed_by: first.admin_id }]);
    const changed_by = await emailOf(first);
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect([body.message, body.conflict]).toEqual([
        `${changed_by} has already confirmed the winner of this event`,
        { changed_by, changed_at: confirmed[0]?.confirmed_at },
      ]);
  });

  test('the id is the proposed user’s: without it, or with another, nobody is confirmed, and the field is named', async () => {
    const id = await giveaway(0);
    const event = { id, program_id: null };
    for (let buyer = 0; buyer < 3; buyer++) await makeTickets(db(), event, 4);
    const { body: winner } = await propose(id);
    const { user_id } = await db()
      .selectFrom('tickets')
      .select('user_id')
      .where('code', '=', winner.ticket)
      .executeTakeFirstOrThrow();
    expect(winner.id).toBe(user_id);
    expect(winner.user).toContain(`#${winner.id},`);
    const [attempt] = await attemptsOf(id);
    const { token } = winner;
    // Other ids that stand near: the event's, the attempt's, another user's.
    const near = [id, attempt?.id, winner.id + 1].filter((other) => other !== winner.id);
    const wrong = [undefined, null, String(winner.id), ...near];
    for (const body of wrong.map((other) => ({ id: other, token }))) {
      const refused = await superadmin('POST', `lilt-event/${id}/draw-final`, body);
      expect([refused.status, refused.body.errors?.[0].path], JSON.stringify(body)).toEqual([400, 'id']);
    }
    const withoutToken = await superadmin('POST', `lilt-event/${id}/draw-final`, { id: winner.id });
    expect([withoutToken.status, withoutToken.body.errors[0].path]).toEqual([400, 'token']);
    expect((await superadmin('GET', `lilt-event/${id}`)).body.event.processed).toBe(false);
    expect((await confirm(id, winner)).status).toBe(200);
  });

  test('the event that the path names is the event: another one in the body is a 400, the same one is none', async () => {
    const [id, other] = [await giveaway(3), await giveaway(3)];
    const { id: user, token } = (await propose(id)).body;
    const wrong = await superadmin('POST', `lilt-event/${id}/draw-final`, {
      event_id: other,
      id: user,
      token,
    });
    expect([wrong.status, wrong.body.errors?.[0].path]).toEqual([400, 'event_id']);
    const said = await superadmin('POST', `lilt-event/${id}/draw-final`, { event_id: id, id: user, token });
    expect(said.status).toBe(200);
    const renamed = await superadmin('PATCH', `lilt-event/${id}`, { id: other, data: { name: 'Which?' } });
    expect([renamed.status, renamed.body.errors?.[0].path]).toEqual([400, 'id']);
    expect((await superadmin('GET', `lilt-event/${id}?id=${other}`)).status).toBe(400);
    for (const event of [id, other])
      expect((await superadmin('GET', `lilt-event/${event}`)).body.event.name).toBe('An event');
    const same = await superadmin('PATCH', `lilt-event/${id}`, { id, data: { name: 'This one' } });
    expect([same.status, same.body.event?.name]).toEqual([200, 'This one']);
  });

  test('fifty confirmations at once, of which few name the winner: one wins, and it is the proposed one', async () => {
    const id = await giveaway(20);
    const winner = (await propose(id)).body;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        confirm(id, { ...winner, id: at % 5 === 4 ? winner.id : winner.id + (at % 5) + 1 }),
      ),
    );
    const [first, ...refused] = statusesOf(answers);
    expect(first).toBe(200);
    for (const status of refused) expect([400, 409]).toContain(status);
    expect(answers.findIndex(({ status }) => status === 200) % 5).toBe(4);
    expect((await attemptsOf(id)).filter(({ confirmed_at }) => confirmed_at)).toHaveLength(1);
  });

  test('twenty proposals at once take twenty attempts in a row, and the newest alone confirms', async () => {
    const id = await giveaway(50);
    const answers = await Promise.all(Array.from({ length: 20 }, () => propose(id)));
    const attempts = answers.map(({ body }) => body.attempt);
    expect(attempts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, attempt) => attempt));
    const confirmed = await Promise.all(answers.map(({ body }) => confirm(id, body)));
    expect(confirmed.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(confirmed[attempts.indexOf(19)]?.status).toBe(200);
  });

  test('an Idempotency-Key answers the first result again, to any number of calls', async () => {
    const id = await giveaway(5);
    const winner = (await propose(id)).body;
    const key = { 'idempotency-key': `final-${id}` };
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(id, winner, key)));
    expect(statusesOf(answers)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await confirm(id, { ...winner, token: 'other' }, key)).status).toBe(400);
  });
});

describe('kill -9', () => {
  const run = (event: number, winner: Winner | null, statement: number, moment: string) => {
    const { global, scoped } = app().urls;
    const proposed = [String(winner?.id ?? 0), winner?.token ?? ''];
    const values = [CHILD, global, scoped, String(event), ...proposed, String(statement), moment];
    return spawnSync(process.execPath, values, { encoding: 'utf8' });
  };

  test('at every step of a proposal and of a confirmation loses and doubles nothing', async () => {
    const whole = run(await giveaway(9), null, 0, '');
    expect(whole.status, whole.stderr).toBe(0);
    const statements = Number.parseInt(whole.stdout, 10);
    expect(statements).toBeGreaterThan(10);
    const id = await giveaway(9);
    let killed = 0;
    for (let statement = 1; statement <= statements; statement += STRIDE) {
      const before = await attemptsOf(id);
      const child = run(id, null, statement, statement % 2 ? 'after' : 'before');
      if (child.signal === 'SIGKILL') killed += 1;
      await deadConnectionsEnded(db());
      const after = await attemptsOf(id);
      expect(after.slice(0, before.length)).toEqual(before);
      expect(after.length - before.length).toBeLessThanOrEqual(1);
      expect(after.map(({ attempt }) => attempt)).toEqual(after.map((_, index) => index));
    }
    const { body } = await propose(id);
    let confirmed = false;
    // Killed after its last statement, or not at all, it has confirmed.
    for (let statement = 1; statement <= 100 && !confirmed; statement += STRIDE) {
      const child = run(id, body, statement, 'after');
      if (child.signal === 'SIGKILL') killed += 1;
      await deadConnectionsEnded(db());
      const winners = (await attemptsOf(id)).filter(({ confirmed_at }) => confirmed_at);
      confirmed = winners.length > 0;
      expect(winners.length).toBeLessThanOrEqual(1);
      expect((await superadmin('GET', `lilt-event/${id}`)).body.event.processed).toBe(confirmed);
      expect((await app().call('GET', `/storage/draws/${id}.json`)).status).toBe(confirmed ? 200 : 404);
    }
    expect(confirmed, 'a kill after the answer to the commit leaves it confirmed').toBe(true);
    expect((await confirm(id, body)).status).toBe(409);
    expect(killed).toBeGreaterThan(Math.floor(statements / STRIDE));
  });

  test('between proposal and confirmation: the token of the dead process still confirms', async () => {
    const id = await giveaway(9);
    const { body } = await propose(id);
    const child = run(id, body, 1, 'before');
    expect(child.signal).toBe('SIGKILL');
    await deadConnectionsEnded(db());
    expect((await confirm(id, body)).status).toBe(200);
    expect(await attemptsOf(id)).toHaveLength(1);
  });
});

describe('the database itself', () => {
  const refused = (statement: string, constraint: string) =>
    expect(sql.raw(statement).execute(db()), statement).rejects.toMatchObject({ constraint });

  test('freezes the whole list in code order, and hashes it as the arithmetic does', async () => {
    const id = await giveaway(30);
    await propose(id);
    const sold = await db().selectFrom('tickets').select(['id', 'code']).where('event_id', '=', id).execute();
    const codes = sold.map(({ code }) => code).toSorted();
    const { list_hash, ticket_ids } = await db()
      .selectFrom('draws')
      .select(['list_hash', 'ticket_ids'])
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(list_hash).toEqual(listHash(codes));
    const ids = new Map(sold.map(({ id: ticket, code }) => [code, BigInt(ticket)]));
    expect(codes.map((_, number) => ticket_ids.readBigInt64BE(number * 8))).toEqual(
      codes.map((code) => ids.get(code)),
    );
  });

  test('lets nothing about a list, an attempt or a ticket be changed, and no ticket be added to a frozen list', async () => {
    const id = await giveaway(5);
    await propose(id);
    const [ticket] = await db()
      .selectFrom('tickets')
      .select(['id', 'user_id'])
      .where('event_id', '=', id)
      .execute();
    await refused(`update tickets set code = '000000000000' where id = ${ticket?.id}`, 'tickets_kept');
    await refused(
      `insert into tickets (event_id, user_id, code) values (${id}, ${ticket?.user_id}, '000000000000')`,
      'tickets_frozen',
    );
    await refused(`update draws set list_hash = sha256('x') where event_id = ${id}`, 'draws_kept');
    await refused(
      `update draws set ticket_ids = overlay(ticket_ids placing int8send(0) from 9) where event_id = ${id}`,
      'draws_kept',
    );
    await refused(`update draws set secret = 'x' where event_id = ${id}`, 'draws_commitment');
    await refused(`update draw_attempts set reason = 'x' where event_id = ${id}`, 'draw_attempts_kept');
    await refused(`update events set end_at = now() + interval '1 day' where id = ${id}`, 'events_frozen');
    await refused(`update events set commitment = sha256('x') where id = ${id}`, 'events_commitment');
    await refused(`update events set tickets = 1 where id = ${id}`, 'events_tickets_counted');
    await refused(
      `insert into draw_attempts (event_id, attempt, number, ticket_id, token_hash)
       select event_id, 2, 1, ticket_at(ticket_ids, 1), sha256('x') from draws where event_id = ${id}`,
      'draw_attempts_consecutive',
    );
    for (const [number, ticket] of [
      ['1', 'ticket_at(ticket_ids, 2)'],
      ['5', 'ticket_at(ticket_ids, 5)'],
      ['-1', 'ticket_at(ticket_ids, -1)'],
      ['5', 'ticket_at(ticket_ids, 4)'],
    ]) {
      await refused(
        `insert into draw_attempts (event_id, attempt, number, ticket_id, token_hash)
         select event_id, 1, ${number}, ${ticket}, sha256('x') from draws where event_id = ${id}`,
        'draw_attempts_ticket',
      );
    }
    const attempt = `select id from draw_attempts where event_id = ${id} and attempt = 0`;
    await propose(id);
    await refused(
      `update draw_attempts set confirmed_at = now() where id = (${attempt})`,
      'draw_attempts_newest',
    );
    for (const table of ['tickets', 'draws', 'draw_attempts'])
      await expect(sql.raw(`delete from ${table} where event_id = ${id}`).execute(db())).rejects.toThrow(
        'permission denied',
      );
  });

  test('gives the secret to nobody with another key, or for another event', async () => {
    const [one, two] = [await giveaway(0), await giveaway(0)];
    const key = app().platform.drawKey;
    expect(await readSecret(db(), key, one)).toHaveLength(32);
    await expect(readSecret(db(), Buffer.alloc(32, 1), one)).rejects.toThrow('authenticate');
    await expect(sql`update draw_secrets set sealed = sealed`.execute(db())).rejects.toThrow(
      'permission denied',
    );
    expect((await readSecret(db(), key, one)).equals(await readSecret(db(), key, two))).toBe(false);
  });
});
