import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';
import type { DemoStep } from '../../../../server/db/demo/demo-step.ts';
import { daysBefore, type Random } from '../../../../server/db/demo/random.ts';
import { insertAll } from '../../../../server/db/insert-all.ts';
import { ADA, type DemoUser, INSTRUCTORS } from '../../server/demo.ts';
import { reverseEntry } from './coins.ts';
import { buyTickets } from './tickets.ts';

export const demo: readonly DemoStep[] = [{ order: 110, make: ({ tx, ...market }) => demoCoins(tx, market) }];

/** Indexes in the demo's events: both are live, and of the program with the most people. */
const EVENTS = [7, 11];
const EVENTS_PROGRAM = 2;
export const RICH = 600;
const BUYERS = 30;

/** The token that Ada has redeemed; hundredths of a coin. */
export const ADAS_TOKEN = { id: 1, amount: 5_000 };

export const ADAS_PURCHASE = { id: 1000, price: 12_050, days: 120 };

const REASONS = ['Welcome', 'For a review', 'Won the weekly quiz', 'For bringing a friend', ''];

type TestApp = { today: Date; random: Random; users: readonly DemoUser[] };

async function demoCoins(tx: TransactionContext, { today, random, users }: TestApp): Promise<void> {
  const students = users.slice(INSTRUCTORS).filter(({ del_status }) => del_status === 0);
  const rich = students.slice(0, RICH).map(({ id }) => id);
  const given = [...rich, ...rich.filter(() => random.chance(40))].map((user_id) => ({
    user_id,
    amount: random.whole(10, 1200) * 100 + random.pick([0, 0, 50, 99]),
    kind: random.pick(['grant', 'grant', 'grant', 'prize']),
    reason: random.pick(REASONS),
    created_at: daysBefore(today, random.whole(1, 700)),
    created_by: tx.actor.admin_id,
  }));
  await insertAll(
    tx.db,
    'lilt_entries',
    given.toSorted((a, b) => Number(a.created_at) - Number(b.created_at)),
  );
  const buyers = students.filter(({ id, program_id }) => rich.includes(id) && program_id === EVENTS_PROGRAM);
  for (const [index, { id }] of buyers.slice(0, BUYERS).entries()) {
    const [event_id = 0, quantity] = [EVENTS[index % 2], 1 + (index % 2 === 0 ? index % 4 : 0)];
    await buyTickets(tx, { event_id, user_id: id, quantity });
  }
  await adasHistory(tx, today);
}

async function adasHistory(tx: TransactionContext, today: Date): Promise<void> {
  const entries = [
    { amount: 250_000, kind: 'grant', reason: 'For a year of lessons', days: 300 },
    { amount: ADAS_TOKEN.amount, kind: 'token', reference: String(ADAS_TOKEN.id), days: 200 },
    {
      amount: -ADAS_PURCHASE.price,
      kind: 'purchase',
      reference: String(ADAS_PURCHASE.id),
      days: ADAS_PURCHASE.days,
    },
    { amount: 30_000, kind: 'prize', reference: '5', days: 20 },
  ];
  const rows = entries.map(({ days, ...entry }) => ({
    user_id: ADA,
    ...entry,
    created_at: daysBefore(today, days),
  }));
  await tx.db.insertInto('lilt_entries').values(rows).execute();
  const [purchase] = await tx.db
    .selectFrom('lilt_entries')
    .select('id')
    .where('user_id', '=', ADA)
    .where(sql<boolean>`kind = 'purchase'`)
    .execute();
  await reverseEntry(tx, { id: purchase?.id ?? 0, reason: 'Sent back' });
}
