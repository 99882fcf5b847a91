import type { TransactionContext } from '../../../server/context.ts';
import type { DemoStep } from '../../../server/db/demo/demo-step.ts';
import { skipIds } from '../../../server/db/demo/insert.ts';
import { daysBefore, type Random } from '../../../server/db/demo/random.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import { newCode } from '../../events/draws/server/tickets.ts';
import { ADAS_TOKEN, RICH } from '../../users/coins/server/demo.ts';
import { ADA, type DemoUser, INSTRUCTORS } from '../../users/server/demo.ts';

export const demo: readonly DemoStep[] = [
  { order: 180, make: ({ tx, ...market }) => demoTokens(tx, market) },
];

const TOKENS = 60;

/** The first ones have names, the others codes that were made. */
const NAMED = [
  'BIRTHDAY50',
  'welcome-to-lil',
  'SPRING-FAIR',
  'Bücherwurm',
  'THANK-YOU-FOR-BRINGING-A-FRIEND-AND-FOR-STAYING-WITH-US-ALL-YEAR',
];

type TestApp = { today: Date; random: Random; users: readonly DemoUser[] };

async function demoTokens({ db }: TransactionContext, { today, random, users }: TestApp): Promise<void> {
  // Those who have no entry yet, so that theirs stand in the order of their days.
  const people = users.slice(INSTRUCTORS).filter(({ del_status }) => del_status === 0);
  const rows = Array.from({ length: TOKENS }, (_, index) => {
    const id = index + 1;
    const used = Number(id === ADAS_TOKEN.id || id % 3 === 0);
    const made = id === ADAS_TOKEN.id ? 300 : random.whole(20, 500);
    return {
      id,
      code: NAMED[index] ?? newCode(Uint8Array.from({ length: 12 }, () => random.whole(0, 255))),
      amount: id === ADAS_TOKEN.id ? ADAS_TOKEN.amount : random.pick([500, 1000, 1250, 2500, 5000, 9999]),
      expiry_date: lastDay(today, random, id),
      status: Number(id % 7 !== 0),
      used,
      created_at: daysBefore(today, made),
      updated_at: daysBefore(today, made - (used ? 10 : 0)),
    };
  });
  await insertAll(db, 'lilt_tokens', rows);
  await skipIds(db, 'lilt_tokens', TOKENS);
  const redeemed = rows.filter(({ id, used }) => used === 1 && id !== ADAS_TOKEN.id);
  const entries = redeemed.map(({ id, amount, updated_at }, index) => ({
    user_id: people[RICH + index]?.id ?? ADA,
    amount,
    kind: 'token',
    reference: String(id),
    created_at: updated_at,
  }));
  await insertAll(db, 'lilt_entries', entries);
}

/** A third never expires, the second is over since yesterday, the fourth has its last day today. */
function lastDay(today: Date, random: Random, id: number): string | null {
  if (id % 3 === 1 && id !== 4) return null;
  const days = { 2: 1, 4: 0 }[id] ?? (id % 4 === 0 ? random.whole(1, 15) : -random.whole(1, 400));
  return daysBefore(today, days).slice(0, 10);
}
