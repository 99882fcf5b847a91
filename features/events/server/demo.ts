import { type Insertable, sql } from 'kysely';
import type { TransactionContext } from '../../../server/context.ts';
import type { Trx } from '../../../server/db/client.ts';
import type { DemoStep } from '../../../server/db/demo/demo-step.ts';
import { skipIds } from '../../../server/db/demo/insert.ts';
import { daysBefore, type Random } from '../../../server/db/demo/random.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import type { Events } from '../../../server/db/types.ts';
import { demoProductNamed } from '../../gift-products/server/demo-plans.ts';
import { MAIN_PROGRAM } from '../../programs/server/demo.ts';
import { type DemoUser, INSTRUCTORS } from '../../users/server/demo.ts';
import { commitmentOf } from '../draws/server/draw-arithmetic.ts';
import { keepSecret, newSecret } from '../draws/server/draw-secrets.ts';
import { confirmWinner, proposeWinner } from '../draws/server/draws.ts';
import { newCode } from '../draws/server/tickets.ts';

export const demo: readonly DemoStep[] = [
  { order: 100, make: ({ tx, ...market }) => demoEvents(tx, market) },
];

const DRAWN_EVENT = 5;
const FILLERS = 60;

type TestApp = { today: Date; random: Random; users: readonly DemoUser[] };
/** `days` before today it began and ended; `tickets` sold, one buyer holding `half` of them. */
type Plan = Partial<Insertable<Events>> & {
  name: string;
  days: [number, number];
  tickets?: number;
  half?: boolean;
  gives?: string;
};

async function demoEvents(tx: TransactionContext, app: TestApp): Promise<void> {
  const trx = tx.db;
  const plans = [...GIVEAWAYS, ...OTHERS, ...fillers(app.random)];
  await insertEvents(tx, app, plans);
  for (const [index, plan] of plans.entries()) {
    if (plan.tickets) await sell(trx, app, { ...plan, id: index + 1, tickets: plan.tickets });
  }
  await translate(trx);
  await draw(tx);
}

const GIVEAWAYS: Plan[] = [
  { name: 'Nobody came: a fountain pen', days: [40, 10], tickets: 0 },
  { name: 'One ticket: a set of brushes', days: [40, 9], tickets: 1, gives: 'A set of brushes' },
  { name: 'Seven tickets: a day in the studio', days: [40, 8], tickets: 7 },
  {
    name: 'Forty thousand tickets: a grand piano',
    days: [120, 7],
    tickets: 40_000,
    available: 50_000,
    gives: 'Grand piano',
  },
  { name: 'Drawn: a year of classes', days: [60, 20], tickets: 250, gives: 'A year of classes' },
  {
    name: 'Half of all tickets in one hand: a telescope',
    days: [50, 6],
    tickets: 1000,
    half: true,
    gives: 'Telescope',
  },
];

const OTHERS: Plan[] = [
  { name: 'Live: a potter’s wheel', days: [10, -20], tickets: 320, gives: 'A potter’s wheel' },
  { name: 'Sold out: a weekend by the sea', days: [10, -5], tickets: 100, available: 100 },
  { name: 'Scheduled: a violin', days: [-7, -37], gives: 'A violin' },
  { name: 'Draft: something to be announced', days: [-7, -37], active: 0 },
  {
    name: 'Open evening',
    type: 'regular',
    // Not to midnight: a demo that is made across it sells tickets of this event.
    days: [2, -1.75],
    price: 500,
    tickets: 12,
    gives: 'Stoneware mug',
  },
  {
    name: 'Summer concert',
    type: 'regular',
    days: [70, 69],
    price: 1500,
    tickets: 80,
    gives: 'Stoneware mug',
  },
  {
    name: 'Every site: a trip to Lisbon',
    program_id: null,
    auto_assign: true,
    days: [5, -25],
    tickets: 500,
    gives: 'A travel grant',
  },
  { name: 'Un an de cours à Paris', program_id: 3, days: [30, 3], tickets: 45, gives: 'Un an de cours' },
  { name: '書道セット', program_id: 4, days: [3, -14], tickets: 5, gives: '書道セット' },
];

function fillers(random: Random): Plan[] {
  return Array.from({ length: FILLERS }, (_, index) => {
    const begun = random.whole(-60, 300);
    const type = random.chance(50) ? 'regular' : 'giveaway';
    const prize = random.pick([
      'A book of recipes',
      'A guided walk',
      'A box of pastels',
      'A sewing kit',
      'A chess set',
    ]);
    return {
      name: `${prize}, no. ${index + 1}`,
      ...(index % 3 > 0 && { gives: prize }),
      type,
      program_id: random.pick([2, 2, 3, 4, 5, 6]),
      days: [begun, begun - random.whole(3, 40)],
      active: random.chance(85) ? 1 : 0,
    };
  });
}

async function insertEvents(
  { db: trx, platform: { drawKey } }: TransactionContext,
  { today }: TestApp,
  plans: readonly Plan[],
): Promise<void> {
  const secrets = plans.map(() => newSecret());
  const rows = plans.map(
    ({ days: [begun, ended], tickets: _tickets, half: _half, gives, type = 'giveaway', ...plan }, index) => ({
      id: index + 1,
      description: 'Part of the demo: nothing can be won.',
      type,
      ticket_price: type === 'giveaway' ? 250 : null,
      usd_price: 199,
      available: 1000,
      program_id: MAIN_PROGRAM as number | null,
      product_id: gives === undefined ? null : demoProductNamed(gives),
      active: 1,
      auto_assign: false,
      ...plan,
      price: type === 'regular' ? (plan.price ?? 1000) : null,
      start_at: daysBefore(today, begun),
      end_at: daysBefore(today, ended),
      commitment: commitmentOf(secrets[index] ?? Buffer.alloc(0)),
    }),
  );
  await trx.insertInto('events').values(rows).execute();
  await skipIds(trx, 'events', rows.length);
  for (const [index, secret] of secrets.entries()) await keepSecret(trx, drawKey, index + 1, secret);
  await sql`
    insert into event_programs (event_id, program_id, featured, sort_order)
    select e.id, p.id, e.id in (6, 7), case when e.id between 7 and 12 then e.id - 6 else 0 end
    from events e join programs p on p.id = e.program_id or e.program_id is null`.execute(trx);
  await sql`
    insert into event_categories (event_id, category_id)
    select e.id, c.id from events e join gift_categories c on c.id = 1 + e.id % 6 or c.id = 7 + e.id % 5`.execute(
    trx,
  );
}

/** Past what a sale would check: these events are over. */
async function sell(
  trx: Trx,
  { random, users }: TestApp,
  { id, program_id = MAIN_PROGRAM, tickets, half = false }: Plan & { id: number; tickets: number },
): Promise<void> {
  const students = users
    .slice(INSTRUCTORS)
    .filter((user) => user.del_status === 0 && (program_id === null || user.program_id === program_id));
  const holder = random.pick(students).id;
  const buyers = Array.from({ length: tickets }, (_, index) =>
    half && index % 2 ? holder : random.pick(students).id,
  );
  const codes = buyers.map(() => newCode(Uint8Array.from({ length: 12 }, () => random.whole(0, 255))));
  await sql`
    insert into tickets (event_id, program_id, user_id, code, created_at, source)
    select e.id, e.program_id, s.user_id, s.code,
      least(e.start_at + (e.end_at - e.start_at) * (s.place::float8 / ${tickets + 1}), provost_now()),
      case when s.place % 10 = 0 then 'hand' when s.place % 7 = 0 then 'stripe' else 'site' end
    from events e, unnest(${buyers}::integer[], ${codes}::text[]) with ordinality s (user_id, code, place)
    where e.id = ${id}`.execute(trx);
}

async function translate(trx: Trx): Promise<void> {
  const texts = [
    ['de', 'Vierzigtausend Lose: ein Konzertflügel', 'Teil der Vorführung: zu gewinnen gibt es nichts.'],
    ['fr', 'Quarante mille billets : un piano à queue', 'Pour la démonstration : il n’y a rien à gagner.'],
    ['he', 'ארבעים אלף כרטיסים: פסנתר כנף', ''],
    ['ja', '四万枚のチケット：グランドピアノ', ''],
  ];
  const rows = texts.map(([language_slug = '', name = '', description = '']) => ({
    event_id: 4,
    language_slug,
    name,
    description,
  }));
  await insertAll(trx, 'event_translations', rows);
  // Two were made before the piano became a grand one.
  await sql`
    update event_translations t set made_from = jsonb_strip_nulls(jsonb_build_object(
      'name', english_hash(case when t.language_slug in ('fr', 'ja') then 'Forty thousand tickets: a piano' else e.name end),
      'description', case when t.description <> '' then english_hash(e.description) end))
    from events e where e.id = t.event_id`.execute(trx);
}

/** Draws with the product's code, so that the proof can be verified; the winner differs between demos. */
async function draw(context: TransactionContext): Promise<void> {
  await proposeWinner(context, { id: DRAWN_EVENT, reason: '' }, null);
  const reason = 'The first winner could not be reached';
  const { id: user_id, token } = await proposeWinner(context, { id: DRAWN_EVENT, reason }, null);
  await confirmWinner(context, { id: DRAWN_EVENT, user_id, token });
}
