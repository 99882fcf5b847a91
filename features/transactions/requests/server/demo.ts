import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';
import type { DemoStep } from '../../../../server/db/demo/demo-step.ts';
import { skipIds } from '../../../../server/db/demo/insert.ts';
import { daysBefore, type Random, randomFrom } from '../../../../server/db/demo/random.ts';
import { insertAll } from '../../../../server/db/insert-all.ts';
import { ADA } from '../../../users/server/demo.ts';
import { REQUEST_TYPES } from '../../refunds/rules.ts';
import { refundCharge } from '../../refunds/server/refunds.ts';
import { reserveRefund } from '../../refunds/server/reserve.ts';
import { settleRefund } from '../../refunds/server/settle.ts';

export const demo: readonly DemoStep[] = [
  { order: 30, make: ({ tx, today }) => demoRefundRequests(tx, today) },
];

const REQUESTS = 60;
/** A separate seed, so that other demo data does not depend on requests. */
const SEED = 4071;

/** Admins with `money`, by id: of every program, and of program 2. */
const ADMINS = [1, 4, 5] as const;
const OF_PROGRAM_2 = [3, 7] as const;

/** Seconds, beyond the demo's lifetime, so that pending ones stay. */
const A_YEAR = 366 * 86_400;

const REASONS = [
  'The class was moved to a day on which I cannot come.',
  'Bought twice by mistake.',
  'I was ill during the first two lessons, and the recordings were not there.',
  'Nicht das, was angekündigt war; nach der ersten Stunde abgebrochen.',
  'The sound could not be understood.',
  'Agreed with the instructor.',
  '',
];
const LONG_REASON =
  'I had asked the instructor on the very first evening whether beginners could follow, and was told that they could. ' +
  'From the second lesson on everything was about a program that I do not own and that costs more than the class itself. ' +
  'I wrote twice and got no answer, so that I would like to have the money back, or a place in another class of the same price.';

async function demoRefundRequests(tx: TransactionContext, today: Date): Promise<void> {
  const random = randomFrom(SEED);
  const rows = [];
  for (const [index, charge] of (await chargesFor(tx)).entries()) {
    const days = 3 + ((REQUESTS - 1 - index) * 80) / REQUESTS;
    const state = stateOf(index);
    const asked = askedFor(random, charge, index);
    const decider = ADMINS.find((id, at) => id !== asked.admin_id && at >= index % 2) ?? ADMINS[0];
    if (state === 'too much') await spend(tx, charge, asked.amount);
    const decided = await decide(tx, { asked, state, decider, at: daysBefore(today, days - 1) });
    rows.push({ ...asked, ...decided, id: index + 1, created_at: daysBefore(today, days) });
  }
  await insertAll(tx.db, 'refund_requests', rows);
  await skipIds(tx.db, 'refund_requests', rows.length);
}

type State = 'waiting' | 'too much' | 'approved' | 'refunded' | 'failed' | 'rejected';

function stateOf(index: number): State {
  if (index >= 38) return index % 8 === 3 ? 'too much' : 'waiting';
  const states: State[] = [
    'refunded',
    'refunded',
    'refunded',
    'rejected',
    'refunded',
    'failed',
    'rejected',
    'approved',
  ];
  return states[index % 8] ?? 'refunded';
}

type Charge = {
  id: number;
  amount: number;
  program_id: number | null;
  student_id: number;
  instructor_id: number;
  /** A class in the bundle, and its share; null for the whole charge. */
  part: { class_id: number; amount: number } | null;
};

/** Picks half of them from program 2, where the demo's bound admins are. */
async function chargesFor({ db }: TransactionContext): Promise<Charge[]> {
  const { rows } = await sql<Charge>`
    select id, amount, program_id, student_id, instructor_id, part from (
      select c.*, row_number() over (partition by c.program_id = 2, c.charge_type order by c.id * 7919 % 10007, c.id) as place,
        (select json_build_object('class_id', p.class_id, 'amount', p.amount) from charge_parts p
          where p.charge_id = c.id and p.amount > 100 order by p.class_id limit 1) as part
      from charges c
      where c.student_id is not null and c.instructor_id <> ${ADA} and c.held is null and c.amount > 2000
        and c.refunded = 0 and c.reserved = 0 and c.program_id is not null
        and c.created_at between now() - interval '400 days' and now() - interval '95 days') c
    where place <= ${REQUESTS / 4} order by place, id limit ${REQUESTS}`.execute(db);
  return rows;
}

function askedFor(random: Random, charge: Charge, index: number) {
  const type = REQUEST_TYPES[index % 3] ?? 'student';
  const part = index % 2 ? charge.part : null;
  const most = part?.amount ?? charge.amount;
  const bound = charge.program_id === 2 && index % 4 < 2;
  const admin = bound ? OF_PROGRAM_2[index % 2] : ADMINS[Math.floor(index / 3) % 3];
  return {
    charge_id: charge.id,
    scope_program_id: charge.program_id,
    class_id: part?.class_id ?? null,
    amount: random.chance(60) ? most : random.whole(Math.ceil(most / 4), most),
    cancel_registration: random.chance(40),
    reason: index % 17 === 7 ? LONG_REASON : random.pick(REASONS),
    type,
    source: type === 'admin' ? 'hand' : 'site',
    user_id: type === 'student' ? charge.student_id : type === 'instructor' ? charge.instructor_id : null,
    admin_id: type === 'admin' ? (admin ?? ADMINS[0]) : null,
  };
}

type DemoRequest = ReturnType<typeof askedFor>;
type Decision = { asked: DemoRequest; state: State; decider: number; at: string };

async function decide(tx: TransactionContext, { asked, state, decider, at }: Decision) {
  if (state === 'waiting' || state === 'too much')
    return { decision: null, decided_at: null, decided_by: null, refund_id: null, updated_at: at };
  const as = { ...tx, actor: { ...tx.actor, admin_id: decider } };
  const refund_id = state === 'rejected' ? null : await give(as, asked, state, at);
  const decision = refund_id === null ? 'rejected' : 'approved';
  return { decision, decided_at: at, decided_by: decider, refund_id, updated_at: at };
}

async function give(tx: TransactionContext, asked: DemoRequest, state: State, at: string): Promise<number> {
  const { charge_id, amount, class_id, cancel_registration, reason } = asked;
  const id = await reserveRefund(tx, { charge_id, amount, class_id, cancel_registration, reason });
  await tx.db.updateTable('refunds').set({ state: 'sending', asked_at: at }).where('id', '=', id).execute();
  const outcome = { approved: 'pending', failed: 'failed' }[state as string] ?? 'succeeded';
  const failure = 'The card has been closed';
  await settleRefund(tx, id, { state: outcome as 'pending', failure, again: A_YEAR });
  const later = new Date(Date.parse(at) + 3_600_000).toISOString();
  await tx.db
    .updateTable('refunds')
    .set({
      created_at: at,
      updated_at: later,
      ...(outcome === 'succeeded' && { succeeded_at: later }),
      ...(outcome === 'failed' && { failed_at: later }),
    })
    .where('id', '=', id)
    .execute();
  return id;
}

async function spend(tx: TransactionContext, { id, amount, part }: Charge, asked: number): Promise<void> {
  const whole = Math.min(amount, amount - asked + Math.ceil(asked / 2));
  await refundCharge(tx, { charge_id: id, amount: part ? amount : whole });
}
