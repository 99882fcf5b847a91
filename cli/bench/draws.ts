/** Measures a draw among 500,000 of 2,000,000 tickets over picking one at random, and the list of 100,000 events. */
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { must } from '../../core/must.ts';
import { pick } from '../../features/events/draws/server/draw-arithmetic.ts';
import type { Platform } from '../../server/platform.ts';
import { superadminToken } from './sign-in.ts';
import type { Figure } from './table.ts';

const TICKETS = 500_000;
const OTHER_TICKETS = 1_500_000;
const EVENTS = 100_000;
const ROUNDS = 20;
const SEED = Buffer.alloc(32, 1);

const AIM = 1 / 300;

const FREEZE_AIM = 3;

/** Proposes repeatedly on one event, frozen once; the freeze is measured by itself and rolled back. */
export async function benchDraws(
  platform: Platform,
  http: FastifyInstance,
  ownerUrl: string,
): Promise<Figure[]> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const headers = {
    authorization: `Bearer ${await superadminToken(platform)}`,
    'content-type': 'application/json',
  };
  const get = async (url: string) => {
    const { statusCode, body } = await http.inject({ url: `/api/wladmin/${url}`, headers });
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body}`);
  };
  const event = async (name: string) => {
    const data = { name, type: 'giveaway', ticket_price: 1, available: 2_000_000, active: 1, program_id: 1 };
    const times = { start_at: '2026-01-01T00:00:00Z', end_at: '2026-02-01T00:00:00Z' };
    const { body } = await http.inject({
      method: 'POST',
      url: '/api/wladmin/lilt-event',
      headers,
      payload: JSON.stringify({ data: { ...data, ...times } }),
    });
    return (JSON.parse(body) as { event: { id: number } }).event.id;
  };
  try {
    await makeEvents(owner);
    const drawn = await event(`Bench ${Date.now()}`);
    await makeTickets(owner, drawn, TICKETS);
    await makeTickets(owner, await event(`Others ${Date.now()}`), OTHER_TICKETS);
    await owner.query('vacuum analyze tickets, events');
    const { freeze, scan } = await freezing(owner, drawn);
    const first = await seconds(() => get(`lilt-event/${drawn}/draw`));
    const draw = await median(() => get(`lilt-event/${drawn}/draw`));
    let attempt = 0;
    const chosen = await median(() => {
      const { number } = pick(SEED, attempt++, TICKETS);
      return owner.query('select ticket_at(ticket_ids, $2) from draws where event_id = $1', [drawn, number]);
    });
    const plain = await median(() =>
      owner.query('select id from tickets where event_id = $1 order by random() limit 1', [drawn]),
    );
    const list = await median(() => get('lilt-events?sort_by=name&sort_dest=asc&page=40'));
    const rows = await median(() =>
      owner.query('select * from events order by name, id limit 50 offset 1950'),
    );
    return [
      {
        what: 'picking a ticket by its number over ORDER BY random() LIMIT 1',
        ratio: chosen / plain,
        aim: AIM,
        note: `${(chosen * 1000).toFixed(2)} ms`,
      },
      {
        what: 'the whole call that proposes, over the same',
        ratio: draw / plain,
        aim: null,
        note: `${(draw * 1000).toFixed(1)} ms, ${(plain * 1000).toFixed(0)} ms; the first one ${first.toFixed(2)} s`,
      },
      {
        what: 'freezing 500,000 tickets over reading their ids and codes once',
        ratio: freeze / scan,
        aim: FREEZE_AIM,
        note: `${(freeze * 1000).toFixed(0)} ms, ${(scan * 1000).toFixed(0)} ms`,
      },
      {
        what: 'a page of 100,000 events over its rows alone',
        ratio: list / rows,
        aim: null,
        note: `${(list * 1000).toFixed(1)} ms`,
      },
    ];
  } finally {
    await owner.end();
  }
}

/** Returns the seconds of a freeze and of a plain scan of the same tickets, measured in turns. */
async function freezing(owner: pg.Client, event: number): Promise<{ freeze: number; scan: number }> {
  const [freezes, scans]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    await owner.query('begin');
    freezes.push(await seconds(() => owner.query('insert into draws (event_id) values ($1)', [event])));
    await owner.query('rollback');
    scans.push(
      await seconds(() =>
        owner.query('select sum(id), sum(octet_length(code)) from tickets where event_id = $1', [event]),
      ),
    );
  }
  return { freeze: middle(freezes), scan: middle(scans) };
}

async function makeEvents(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ count: string }>('select count(*) from events');
  await owner.query(
    `insert into events (name, type, price, usd_price, available, start_at, end_at, active, program_id, commitment)
     select 'Event ' || md5(n::text), 'regular', 100, 100, 10, now() - n * interval '1 minute', now() + n * interval '1 minute',
       1, 1 + n % 50, sha256(n::text::bytea)
     from generate_series(1, $1::int) n`,
    [Math.max(0, EVENTS - Number(must(rows[0], 'count').count))],
  );
}

/** Codes of twelve hexadecimal digits, which the product's alphabet contains. */
async function makeTickets(owner: pg.Client, event: number, count: number): Promise<void> {
  await owner.query(
    `insert into tickets (event_id, program_id, user_id, code, created_at)
     select e.id, 1, 20001 + n % 900000,
       upper(substr(md5($1::int || '-' || n), 1, 12)), e.start_at
     from events e, generate_series(1, $2::int) n where e.id = $1`,
    [event, count],
  );
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const runs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) runs.push(await seconds(work));
  return middle(runs);
}

function middle(runs: number[]): number {
  return runs.toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
