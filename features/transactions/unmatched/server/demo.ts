import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';
import type { DemoStep } from '../../../../server/db/demo/demo-step.ts';
import { daysBefore } from '../../../../server/db/demo/random.ts';
import { insertAll } from '../../../../server/db/insert-all.ts';
import type { Missing } from '../contract.ts';

export const demo: readonly DemoStep[] = [
  { order: 260, make: ({ tx, today }) => demoUnmatchedPayments(tx, today) },
];

/** Admins with `money`, by id, who decided; null: a later event did. */
const DECIDERS = [1, 4, null, 5] as const;

const MATCHED = 6;

const LONG_NAME =
  'Adult Education Department of the Municipal Council of Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, ' +
  'Accounts Payable';

/** Amount in minor units, payer, program, and what is missing. */
type Told = readonly [
  amount: number,
  currency: string,
  payer: string,
  program: number | null,
  missing: Missing[],
];

const OPEN: readonly Told[] = [
  [4999, 'USD', 'Grace Hopper', null, ['program', 'class', 'user']],
  [1200, 'USD', 'billing@northwind.example.com', 2, ['class']],
  [12_900, 'EUR', 'Amélie Durand', 3, ['user']],
  [1500, 'JPY', '田中 花子', 4, ['class', 'user']],
  [2500, 'USD', 'Katherine Johnson', 2, ['tickets']],
  [9900, 'GBP', 'Rosalind Franklin', 6, ['membership']],
  [3900, 'USD', '', null, ['program', 'class', 'user']],
  [88_000, 'THB', 'Somchai Jaidee', 2, ['currency']],
  [24_900, 'USD', LONG_NAME, 1, ['class', 'user']],
  [5400, 'USD', 'a.turing@example.com', 2, ['user']],
  [1000, 'USD', 'Dorothy Vaughan', 2, ['event']],
  [6700, 'EUR', 'Lucía Fernández', 5, ['class']],
];

const DISMISSED: readonly (readonly [...Told, reason: string])[] = [
  [
    150_000,
    'USD',
    'Harbor Street Coworking',
    null,
    ['program', 'class', 'user'],
    'Rent of the hall, not a sale',
  ],
  [100, 'USD', 'test@example.com', 2, ['class', 'user'], 'A test payment'],
  [45_00, 'EUR', 'Café de la Gare', null, ['program', 'class', 'user'], ''],
];

/** Makes them, the matched ones of charges that stand. Call it last: nothing else may choose the same charges. */
async function demoUnmatchedPayments(tx: TransactionContext, today: Date): Promise<void> {
  const at = (days: number) => ({ paid_at: daysBefore(today, days), created_at: daysBefore(today, days) });
  const told = ([amount, currency, payer, program_id, missing]: Told, days: number) => ({
    amount,
    currency,
    payer,
    program_id,
    missing,
    named: '{}',
    ...at(days),
  });
  await insertAll(tx.db, 'unmatched_payments', [
    ...(await matched(tx)),
    ...DISMISSED.map(([...payment], index) => {
      const [amount, currency, payer, program_id, missing, reason] = payment;
      return {
        ...told([amount, currency, payer, program_id, missing], 30 - index * 4),
        provider_ref: `pi_demo_dismissed_${index + 1}`,
        state: 'dismissed',
        charge_id: null,
        reason,
        decided_by: DECIDERS[0],
        updated_at: daysBefore(today, 28 - index * 4),
      };
    }),
    ...OPEN.map((payment, index) => ({
      ...told(payment, 13.3 - index * 1.07),
      provider_ref: `pi_demo_open_${index + 1}`,
      state: 'open',
      charge_id: null,
      reason: '',
      decided_by: null,
      updated_at: daysBefore(today, 13.3 - index * 1.07),
    })),
  ]);
  await waitingSales(tx, today);
}

const PROGRAM = 2;

const WAITING = [
  { user_reference: 'student-20418', amount: 5900, missing: 'user' },
  { user_reference: 'newsletter-signup-7', amount: 12_900, missing: 'user' },
  { user_reference: 'student-19977', amount: 4900, missing: 'payment' },
] as const;

/** Makes sales whose buyers the site has not told of yet, and one whose payment turned out to be another sale's. */
async function waitingSales({ db }: TransactionContext, today: Date): Promise<void> {
  const classes = await db
    .selectFrom('classes as c')
    .innerJoin('class_programs as l', 'l.class_id', 'c.id')
    .select('c.id')
    .where('l.program_id', '=', PROGRAM)
    .where('l.active', '=', 1)
    .where('c.is_bundle', '=', false)
    .where('c.del_flag', '=', 0)
    .orderBy('c.id')
    .limit(WAITING.length)
    .execute();
  const sales = WAITING.map(({ user_reference, amount }, index) => ({
    reference: `order-2026-${1180 + index}`,
    type: 'class',
    class_id: classes[index % classes.length]?.id,
    user_reference,
    amount,
    currency: 'USD',
    provider: 'manual',
    ...(index === 2 && { provider_ref: 'pi_demo_told_twice' }),
  }));
  await insertAll(
    db,
    'unmatched_payments',
    sales.map((sale, index) => ({
      source: 'site',
      program_id: PROGRAM,
      provider: sale.provider,
      provider_ref: index === 2 ? 'pi_demo_told_twice' : null,
      amount: sale.amount,
      currency: sale.currency,
      paid_at: daysBefore(today, 2.2 - index * 0.7),
      created_at: daysBefore(today, 2.2 - index * 0.7),
      updated_at: daysBefore(today, 2.2 - index * 0.7),
      missing: [WAITING[index]?.missing ?? 'user'],
      reference: sale.reference,
      user_reference: sale.user_reference,
      ...asJson({ sale }),
    })),
  );
  await insertAll(
    db,
    'site_facts',
    sales.map((sale) => ({
      program_id: PROGRAM,
      kind: 'charge',
      reference: sale.reference,
      ...asJson({ body: sale, answer: { id: null, state: 'waiting', enrolments: [], tickets: [] } }),
    })),
  );
}

/** Values as they are: the rows travel as one JSON themselves. */
function asJson<Fields extends object>(fields: Fields): { [Name in keyof Fields]: string } {
  return fields as object as { [Name in keyof Fields]: string };
}

/** Some sales of last month as if Stripe had told them first and staff had said what they were. */
async function matched({ db }: TransactionContext) {
  const { rows } = await sql<{
    id: number;
    amount: number;
    currency: string;
    payer: string;
    program_id: number;
    provider_charge: string;
    created_at: string;
  }>`
    update charges c set provider = 'stripe', provider_charge = 'pi_demo_matched_' || c.id, source = 'stripe',
      site_program_id = c.program_id
    from (select c.id, u.first_name || ' ' || u.last_name as payer from charges c
      join site_users u on u.id = c.student_id
      where c.provider = 'manual' and c.refunded = 0 and c.reserved = 0 and c.held is null and c.program_id is not null
        and c.created_at between provost_now() - interval '75 days' and provost_now() - interval '45 days'
        and not exists (select from refund_requests r where r.charge_id = c.id)
      order by c.id limit ${MATCHED}) chosen
    where c.id = chosen.id
    returning c.id, c.amount, c.currency, chosen.payer, c.program_id, c.provider_charge, c.created_at`.execute(
    db,
  );
  return rows
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, amount, currency, payer, program_id, provider_charge, created_at }, index) => ({
      provider_ref: provider_charge,
      amount,
      currency,
      payer,
      program_id,
      missing: [] as Missing[],
      named: '{}',
      state: 'matched',
      charge_id: id,
      reason: '',
      decided_by: DECIDERS[index % DECIDERS.length] ?? null,
      paid_at: created_at,
      created_at,
      updated_at: new Date(Date.parse(created_at) + (index + 1) * 7_200_000).toISOString(),
    }));
}
