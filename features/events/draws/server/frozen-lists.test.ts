/** Frozen lists: whatever the tickets are and whoever sells meanwhile, all of them in order, once and for ever. */
import path from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopeKey, signedScope } from '../../../../server/db/scope.ts';
import { makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../test/harness.ts';
import { makeEvent, makeTickets } from '../../../../test/rows/events.ts';
import { listHash, pick, seedOf } from './draw-arithmetic.ts';
import { readSecret } from './draw-secrets.ts';
import { readProof } from './proofs.ts';
import { newCode } from './tickets.ts';

type Verifier = {
  checkProof: (proof: unknown, shown?: string) => { name: string; fault: string | null }[];
};
const { checkProof } = (await import(
  path.join(import.meta.dirname, '../../../../cli/verify-draw.mjs')
)) as Verifier;

const app = useTestApp();
const db = () => app().platform.database.everything;
let owner: pg.Client;
let superadmin: Call;

beforeAll(async () => {
  owner = new pg.Client(app().ownerUrl);
  await owner.connect();
  superadmin = await app().as({ permissions: ['superadmin'] });
});
afterAll(() => owner.end());

const propose = (id: number) => superadmin('GET', `lilt-event/${id}/draw`);
const drawOf = (id: number) =>
  db().selectFrom('draws').selectAll().where('event_id', '=', id).executeTakeFirstOrThrow();
const ticketsOf = (id: number) =>
  db().selectFrom('tickets').select(['id', 'code', 'user_id']).where('event_id', '=', id).execute();
const idsIn = (list: Buffer) =>
  Array.from({ length: list.length / 8 }, (_, number) => Number(list.readBigInt64BE(number * 8)));

function listOf(tickets: readonly { id: number; code: string }[]) {
  const sorted = tickets.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return {
    tickets: sorted.length,
    ids: sorted.map(({ id }) => id),
    list_hash: listHash(sorted.map(({ code }) => code)),
  };
}

async function expectWhole(id: number): Promise<void> {
  const { tickets, ticket_ids, list_hash } = await drawOf(id);
  expect({ tickets, ids: idsIn(ticket_ids), list_hash }).toEqual(listOf(await ticketsOf(id)));
}

describe('whatever the tickets are', () => {
  /** A code is chance alone; those that differ in one place, or in their case of order, are the hard ones. */
  const bytes = fc.uint8Array({ minLength: 12, maxLength: 12 });
  const near = fc.tuple(fc.constant(new Uint8Array(12)), fc.nat(11), fc.nat(31)).map(([code, at, digit]) => {
    const one = code.slice();
    one[at] = digit;
    return one;
  });

  test('the list is all of them in the order of their codes, every attempt is picked from it, and the proof checks out', async () => {
    const [ada, bob] = [await makeSiteUser(db(), {}), await makeSiteUser(db(), {})];
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.oneof(bytes, near), { minLength: 1, maxLength: 40, selector: newCode }),
        fc.integer({ min: 1, max: 4 }),
        async (random, redraws) => {
          const { id } = await makeEvent(db());
          // Codes are unique across events: those of runs before are taken.
          const codes = random.map((code) => newCode(code));
          await sql`
            insert into tickets (event_id, user_id, code, created_at)
            select ${id}, case when n % 3 = 0 then ${ada.id}::int else ${bob.id}::int end, code, now() - interval '2 days'
            from unnest(${codes}::text[]) with ordinality t (code, n) on conflict (code) do nothing`.execute(
            db(),
          );
          const tickets = await ticketsOf(id);
          fc.pre(tickets.length > 0);
          expect(await faultsOf(id, tickets, redraws)).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });

  async function faultsOf(
    id: number,
    tickets: readonly { id: number; code: string; user_id: number }[],
    redraws: number,
  ) {
    const { ids } = listOf(tickets);
    const secret = await readSecret(db(), app().platform.drawKey, id);
    let winner: { id: number; token: string } | undefined;
    for (let attempt = 0; attempt < redraws; attempt++) {
      const { body } = await propose(id);
      await expectWhole(id);
      const { list_hash } = await drawOf(id);
      const seed = seedOf({ event_id: id, list_hash, secret, beacon: Buffer.alloc(0) });
      const picked = ids[pick(seed, attempt, tickets.length).number];
      const ticket = tickets.find((one) => one.id === picked);
      expect([body.ticket, body.id, body.attempt]).toEqual([ticket?.code, ticket?.user_id, attempt]);
      winner = body;
    }
    const { id: user, token } = winner as { id: number; token: string };
    expect((await superadmin('POST', `lilt-event/${id}/draw-final`, { id: user, token })).status).toBe(200);
    const proof = (await app().call('GET', `/storage/draws/${id}.json`)).body;
    const shown = (await drawOf(id)).commitment.toString('hex');
    return checkProof(proof, shown).filter(({ fault }) => fault);
  }
});

describe('fifty at once', () => {
  test('first proposals freeze one list, once', async () => {
    const { id } = await makeEvent(db());
    await makeTickets(db(), { id, program_id: null }, 200);
    const answers = await Promise.all(Array.from({ length: 50 }, () => propose(id)));
    expect(answers.map(({ body }) => body.attempt).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, attempt) => attempt),
    );
    await expectWhole(id);
    const { freezes } = await db()
      .selectFrom('audit_entries')
      .select((eb) => eb.fn.countAll<number>().as('freezes'))
      .where('entity_id', '=', String(id))
      .where('action', '=', 'freeze')
      .executeTakeFirstOrThrow();
    expect(freezes).toBe(1);
  });

  test('sales are in the list or refused, whoever freezes without holding the event', async () => {
    const user = (await makeSiteUser(db(), {})).id;
    const clients = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const client = new pg.Client(app().urls.global);
        await client.connect();
        return client;
      }),
    );
    let refused = 0;
    for (let round = 0; round < 8; round++) {
      const { id } = await makeEvent(db());
      await makeTickets(db(), { id, program_id: null }, 5, user);
      const outcomes = await Promise.all(
        clients
          .map((client, at) =>
            at % 10 === 9
              ? client.query(`insert into draws (event_id) values (${id})`)
              : client.query(
                  `insert into tickets (event_id, user_id, code, created_at)
                 values (${id}, ${user}, '${newCode()}', now() - interval '2 days')`,
                ),
          )
          .map((sent) =>
            sent.then(
              () => null,
              (error: pg.DatabaseError) => error.constraint,
            ),
          ),
      );
      const kinds = new Set(outcomes.filter((outcome) => outcome !== null));
      expect([...kinds].filter((kind) => kind !== 'tickets_frozen' && kind !== 'draws_pkey')).toEqual([]);
      refused += outcomes.filter((outcome) => outcome === 'tickets_frozen').length;
      await expectWhole(id);
    }
    for (const client of clients) await client.end();
    expect(refused).toBeGreaterThan(0);
  });
});

describe('the database itself', () => {
  const refused = (statement: string, constraint: string) =>
    expect(owner.query(statement), statement).rejects.toMatchObject({ constraint });

  test('writes the list, whatever is said of it; what is said and is not true is refused', async () => {
    const { id } = await makeEvent(db());
    await makeTickets(db(), { id, program_id: null }, 4);
    const one = (await ticketsOf(id))[0]?.id;
    for (const [column, value] of [
      ['tickets', '3'],
      ['list_hash', `sha256('x')`],
      ['commitment', `sha256('x')`],
      ['ticket_ids', `int8send(${one})`],
      [
        'ticket_ids',
        `(select string_agg(int8send(id), '' order by code desc) from tickets where event_id = ${id})`,
      ],
    ])
      await refused(`insert into draws (event_id, ${column}) values (${id}, ${value})`, 'draws_list');
    await owner.query(`insert into draws (event_id, tickets) values (${id}, 4)`);
    await expectWhole(id);
    expect((await propose(id)).status).toBe(200);
  });

  test('not even its owner changes a list, freezes it again, or takes a ticket out from under it', async () => {
    const { id } = await makeEvent(db());
    await makeTickets(db(), { id, program_id: null }, 4);
    await propose(id);
    for (const change of [
      `ticket_ids = overlay(ticket_ids placing int8send(1) from 9)`,
      `ticket_ids = ticket_ids || int8send(1), tickets = 5`,
      `tickets = 3`,
      `list_hash = sha256('x')`,
    ])
      await refused(`update draws set ${change} where event_id = ${id}`, 'draws_kept');
    await refused(`delete from draws where event_id = ${id}`, 'draws_never_deleted');
    await refused(`insert into draws (event_id) values (${id})`, 'draws_pkey');
    await refused(`delete from tickets where event_id = ${id}`, 'tickets_never_deleted');
    await refused(`update tickets set id = id + 1000000 where event_id = ${id}`, 'tickets_kept');
    expect((await propose(id)).status).toBe(200);
    await expectWhole(id);
  });

  test('publishes no list but the frozen one', async () => {
    const { id } = await makeEvent(db());
    await makeTickets(db(), { id, program_id: null }, 4);
    const { id: user, token } = (await propose(id)).body;
    await superadmin('POST', `lilt-event/${id}/draw-final`, { id: user, token });
    expect((await readProof(db(), id))?.tickets).toHaveLength(4);
    await owner.query('begin; set local session_replication_role = replica');
    await owner.query(
      `update draws set ticket_ids = overlay(ticket_ids placing int8send(1) from 9) where event_id = ${id}`,
    );
    await owner.query('commit');
    await expect(readProof(db(), id)).rejects.toThrow('no result');
  });
});

describe('as the role of a program’s staff', () => {
  let scoped: pg.Client;
  beforeAll(async () => {
    scoped = new pg.Client(app().urls.scoped);
    await scoped.connect();
  });
  afterAll(() => scoped.end());

  test('the own list is read, a foreign one is not there, and none is made or changed', async () => {
    const programs = [(await makeProgram(db())).id, (await makeProgram(db())).id];
    const events = await Promise.all(
      programs.map(async (program_id) => {
        const event = await makeEvent(db(), { program_id });
        await makeTickets(db(), event, 3);
        await propose(event.id);
        return event.id;
      }),
    );
    const [own, foreign] = events as [number, number];
    await scoped.query(`select set_config('provost.scope', $1, false)`, [
      signedScope(scopeKey(app().urls.scoped), { program_id: programs[0] ?? 0, admin_id: 0 }),
    ]);
    const lists = await scoped.query(
      'select event_id, length(ticket_ids) as length from draws where event_id = any ($1)',
      [events],
    );
    expect(lists.rows).toEqual([{ event_id: own, length: 24 }]);
    const told = await scoped.query('select tickets, ticket_ids, codes from tickets_in_order($1)', [foreign]);
    expect(told.rows).toMatchObject([{ ticket_ids: null, codes: null }]);
    const free = await makeEvent(db(), { program_id: programs[0] ?? null });
    await makeTickets(db(), free, 3);
    for (const statement of [
      `insert into draws (event_id, program_id) values (${free.id}, ${programs[0]})`,
      `update draws set ticket_ids = '' where event_id = ${own}`,
      `delete from draws where event_id = ${own}`,
      `insert into draw_attempts (event_id, program_id, attempt, number, ticket_id, token_hash)
       select event_id, program_id, 1, 0, ticket_at(ticket_ids, 0), sha256('x') from draws where event_id = ${own}`,
    ])
      await expect(scoped.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  });
});
