/** Whatever happens to charges and lines, in any order, at once and killed: what is kept is what they add up to. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../../../core/errors.ts';
import { readConfig } from '../../../../server/config.ts';
import { type Context, transact } from '../../../../server/context.ts';
import { inDepth } from '../../../../test/deep.ts';
import { makeAdmin, makeSettledAdmin } from '../../../../test/factories.ts';
import {
  BALANCE_STEPS,
  type BalanceStep,
  type BalanceWorld,
  makeBalanceWorld,
  takeBalanceStep,
} from '../../../../test/models/balance-steps.ts';
import { platformOn, system } from '../../../../test/system.ts';
import { until } from '../../../../test/until.ts';
import { useDatabase } from '../../../../test/use-database.ts';
import { sumsOf } from '../../../transactions/server/transaction-sums.ts';
import { verifySales } from '../../../transactions/server/verify-sales.ts';
import { type PayeeFilter, pageOfPayees, troubledPayees } from './payees.ts';
import { verifyBalances } from './verify-balances.ts';

const database = useDatabase();
const db = () => database().everything;

let world: BalanceWorld;
let payer: number;
let approver: number;
let bound: number;

beforeAll(async () => {
  payer = (await makeSettledAdmin(database().owner, { permissions: ['superadmin'] })).id;
  approver = (await makeSettledAdmin(database().owner, { permissions: ['superadmin'] })).id;
  world = await makeBalanceWorld(db());
  bound = (await makeAdmin(db(), { program_id: world.programs[0] ?? 0, permissions: ['money'] })).id;
  await sql`update settings set value = jsonb_set(value, '{rules}', value -> 'rules' || '{"new_account_days": 0}')
    where name = 'money'`.execute(db());
});

function as(admin_id: number): Context {
  const context = system(db(), { admin_id, permissions: ['superadmin'] });
  return { ...context, platform: platformOn(database(), readConfig({})) };
}

/** The staff of the first program. */
function staff(): Context {
  const program_id = world.programs[0] ?? 0;
  const context = system(database().forProgram(program_id, bound), {
    admin_id: bound,
    program_id,
    role: 'admin',
    permissions: ['money'],
  });
  return { ...context, platform: platformOn(database(), readConfig({})) };
}

type Step = {
  what: BalanceStep;
  n: number;
  amount: number;
  hand: 'payer' | 'approver';
  end: 'done' | 'killed';
};
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...BALANCE_STEPS),
  n: fc.nat(1000),
  amount: fc.integer({ min: 1, max: 99_999 }),
  hand: fc.constantFrom('payer', 'approver'),
  end: fc.oneof(
    { weight: 9, arbitrary: fc.constant('done' as const) },
    { weight: 1, arbitrary: fc.constant('killed' as const) },
  ),
});
/** Of those in one array each begins without waiting for the others. */
const steps = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 10, maxLength: 50 });

const filter: fc.Arbitrary<PayeeFilter> = fc.record(
  {
    page: fc.constantFrom(1, 1, 2),
    name: fc.constantFrom('a', 'global', 'user', 'x y'),
    user_id: fc.integer({ min: 1, max: 6 }),
    currency: fc.constantFrom('USD', 'JPY', 'EUR'),
    method: fc.constantFrom('venmo', 'none', 'paypal'),
    payable: fc.constantFrom('', '0', '1'),
    without_method: fc.constantFrom('', '0', '1'),
    stuck_debt: fc.constantFrom('', '0', '1'),
    by_payee: fc.constantFrom('', '1'),
    sort_by: fc.constantFrom('id', 'instructor_name', 'amount', 'payout', 'currency', 'paid_by'),
    sort_dest: fc.constantFrom('asc', 'desc'),
  },
  { requiredKeys: ['page'] },
);

/** Each step once, with something sold before it: by chance alone one of them may be left out of an everyday run. */
const EVERYTHING: Step[][] = BALANCE_STEPS.flatMap((what): Step[][] => {
  const by = { n: what === 'hold_days' ? 3 : 4, amount: 5000, end: 'done' } as const;
  const hand = what === 'approve' ? 'approver' : 'payer';
  return [[{ what: 'sell', hand, ...by }], [{ what, hand, ...by }]];
});

const seen = new Map<string, number>();

test('the kept sums and the list on them are those of the lines', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(filter, { minLength: 4, maxLength: 4 }), async (rounds, filters) => {
      for (const [at, round] of rounds.entries()) {
        await Promise.all(round.map(take));
        if (at % 5 === 0) await expectKept();
      }
      await expectKept();
      for (const one of filters) await expectSameLists(one);
    }),
    // What was done stands in the database: a shorter history would begin where this one ended.
    { numRuns: inDepth(4, 1300), endOnFailure: true, examples: [[EVERYTHING, [{ page: 1 }]]] },
  );
  // None of them is always refused.
  for (const what of BALANCE_STEPS) expect(seen.get(what) ?? 0, what).toBeGreaterThan(0);
});

async function take({ what, hand, end, ...by }: Step): Promise<void> {
  const context = as(hand === 'payer' ? payer : approver);
  try {
    if (end === 'done') await takeBalanceStep(context, world, what, by);
    else await takenAndKilled(context, { what, ...by });
    seen.set(what, (seen.get(what) ?? 0) + 1);
  } catch (error) {
    if (!(error instanceof Refusal || isDeadlock(error) || (end === 'killed' && isEndOfConnection(error))))
      throw error;
  }
}

/** Ends the connection somewhere on the way, or before its commit. */
async function takenAndKilled(
  context: Context,
  { what, ...by }: Pick<Step, 'what' | 'n' | 'amount'>,
): Promise<void> {
  await transact(context, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.db);
    const kill = () => sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(database().owner);
    const killing = new Promise((resolve) => setTimeout(resolve, by.n % 12)).then(kill);
    try {
      await takeBalanceStep(tx, world, what, by);
    } finally {
      await killing;
    }
  });
}

/** A recalculation and a payout may meet so, and one of both is taken back; what keeps the balances has no part in it. */
function isDeadlock(error: unknown): boolean {
  const { code, where = '' } = error as { code?: string; where?: string };
  return code === '40P01' && !where.includes('keep_balances') && !where.includes('keep_sales');
}

function isEndOfConnection(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    ['57P01', 'ECONNRESET', 'EPIPE'].includes(code) || /Connection terminated|not queryable/i.test(message)
  );
}

async function expectKept(): Promise<void> {
  expect((await verifyBalances(as(payer))).broken).toBeNull();
  expect((await verifySales(db())).broken).toBeNull();
}

const ANY_SALE = {
  class_name: '',
  instructor_name: '',
  student_name: '',
  dates: '',
  source: '',
  in_trouble: '',
  to_return: '',
} as const;

/** Time passes between both answers: what differs is asked again, and is the same then. */
async function expectSameLists(one: PayeeFilter): Promise<void> {
  for (const context of [as(payer), staff()])
    await until(async () => {
      const kept = await pageOfPayees(context, one, 3, 'balances');
      expect(kept).toStrictEqual(await pageOfPayees(context, one, 3, 'lines'));
    });
  for (const context of [as(payer), staff()])
    for (const program_id of [0, ...world.programs]) {
      const asked = { ...ANY_SALE, program_id, currency: one.currency ?? '' };
      expect(await sumsOf(context, asked)).toEqual(await sumsOf(context, asked, 'charges'));
    }
  expect(await troubledPayees(as(payer), 0, 'balances')).toEqual(await troubledPayees(as(payer), 0, 'lines'));
}
