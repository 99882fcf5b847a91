/** Whatever is sold, refunded, held, paid and sent back: what a payout says it is made of adds up to it, to the cent. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { minorOf } from '../../../core/money.ts';
import { readConfig } from '../../../server/config.ts';
import { transact } from '../../../server/context.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram, makeSettledAdmin } from '../../../test/factories.ts';
import { giveMethod } from '../../../test/models/paying.ts';
import { makeCharge } from '../../../test/rows/charges.ts';
import { platformOn, system } from '../../../test/system.ts';
import { useDatabase } from '../../../test/use-database.ts';
import type { Rules } from '../../money-settings/rules.ts';
import { refundCharge } from '../../transactions/refunds/server/refunds.ts';
import { cancelBatch } from '../batches/server/decide-batch.ts';
import type { Bridge, BridgeTerm } from '../bridge.ts';
import { payeeId } from '../rules.ts';
import { claim, holdPayouts } from './claim.ts';
import { pageOfOpenTransactions } from './open-transactions.ts';
import { paidTransactions } from './paid-transactions.ts';
import { salesDue } from './payees/due.ts';
import { previewOf } from './preview.ts';
import { returnPayout } from './settle-payout.ts';

const database = useDatabase();
const db = () => database().everything;

const HOLD_DAYS = 5;
const RULES: Rules = {
  refund_approval_above: {},
  payout_approval: false,
  hold_days: HOLD_DAYS,
  new_account_days: 0,
  details_approval: false,
  minimum: {},
  ach: null,
  sepa_debtor: null,
};
const CURRENCIES = ['USD', 'EUR', 'JPY'] as const;
const WAITS = [null, null, 'pending', 'delayed', 'on_hold'] as const;
const STEPS = ['sell', 'sell', 'refund', 'free', 'pay', 'propose', 'cancel', 'return'] as const;
const step = fc.tuple(fc.constantFrom(...STEPS), fc.nat(), fc.integer({ min: 1, max: 9999 }));

let program_id: number;
let admin_id: number;

beforeAll(async () => {
  admin_id = (await makeSettledAdmin(database().owner, { permissions: ['superadmin'] })).id;
  program_id = (await makeProgram(db())).id;
  await sql`update settings set value = jsonb_set(value, '{rules}', value -> 'rules' || ${JSON.stringify(RULES)}::jsonb)
    where name = 'money'`.execute(db());
});

const context = () => ({
  ...system(db(), { admin_id, permissions: ['superadmin'] }),
  platform: platformOn(database(), readConfig({})),
});

/** Written apart: the sales of one payee, in minor units, and what each batch was said to be made of. */
type Sale = {
  id: number;
  currency: string;
  sold: number;
  refunded: number;
  waits: Exclude<BridgeTerm, 'sales'> | null;
  payout: number | null;
};
type Paid = {
  batch: number;
  payout: number;
  currency: string;
  bridge: Bridge;
  state: 'proposed' | 'made' | 'returned';
};
type World = { user_id: number; classes: { now: number; later: number }; sales: Sale[]; paid: Paid[] };

test('the terms of every balance and payout add up to it, and a payout says for ever what it said', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      const world = await makeWorld();
      for (const [what, n, amount] of steps) await take(world, what, n, amount);
      for (const currency of CURRENCIES) await expectBalance(world, currency);
      for (const { payout, bridge } of world.paid) {
        const { bridge: now, transactions } = await paidTransactions(context(), payout);
        expect(now).toEqual(bridge);
        expectLines(transactions);
      }
    }),
    { numRuns: inDepth(15, 500), examples: [[EVERYTHING]] },
  );
});

/** Sold four times, refunded before and after, paid, sent back, in debt, and more owed than there is. */
const EVERYTHING: [(typeof STEPS)[number], number, number][] = [
  ['sell', 0, 9999],
  ['sell', 6, 5000],
  ['sell', 9, 4000],
  ['sell', 12, 3000],
  ['refund', 0, 31],
  ['refund', 1, 7],
  ['pay', 0, 1],
  ['refund', 0, 9000],
  ['sell', 0, 100],
  ['pay', 0, 1],
  ['return', 0, 1],
  ['propose', 0, 1],
  ['refund', 4, 60],
  ['cancel', 0, 1],
  ['pay', 0, 1],
];

async function makeWorld(): Promise<World> {
  const { id: user_id } = await makeInstructor(db(), { program_id });
  await giveMethod(db(), user_id);
  const [now, later] = await Promise.all(
    [0, 1].map(async () => (await makeClass(db(), { instructor_id: user_id, program_id })).id),
  );
  await sql`insert into class_sessions (class_id, start_at, end_at)
    values (${later}, now() + interval '1 day', now() + interval '2 days')`.execute(db());
  return { user_id, classes: { now: now ?? 0, later: later ?? 0 }, sales: [], paid: [] };
}

async function take(world: World, what: (typeof STEPS)[number], n: number, amount: number): Promise<void> {
  const currency = CURRENCIES[n % CURRENCIES.length] ?? 'USD';
  if (what === 'sell') return sell(world, currency, WAITS[Math.floor(n / 3) % WAITS.length] ?? null, amount);
  if (what === 'pay' || what === 'propose') return pay(world, currency, what === 'propose');
  if (what === 'refund') {
    const sale = world.sales[n % (world.sales.length || 1)];
    const back = Math.min(amount, sale ? sale.sold - sale.refunded : 0);
    if (!sale || back === 0) return;
    await refundCharge(context(), { charge_id: sale.id, amount: back });
    sale.refunded += back;
  } else if (what === 'free') {
    const sale = world.sales.find(({ waits }) => waits === 'on_hold');
    if (!sale) return;
    await db().updateTable('charges').set({ disputed_at: null }).where('id', '=', sale.id).execute();
    sale.waits = null;
  } else {
    const batches = world.paid.filter(({ state }) => state === (what === 'cancel' ? 'proposed' : 'made'));
    const one = batches[n % (batches.length || 1)];
    if (!one) return;
    if (what === 'return') {
      await returnPayout(context(), { id: one.payout, reason: 'x' });
      one.state = 'returned';
      return;
    }
    await cancelBatch(context(), one.batch);
    for (const sale of world.sales.filter(({ payout }) => payout === one.payout)) sale.payout = null;
    // One that was taken back is nobody's payout.
    world.paid = world.paid.filter((paid) => paid !== one);
  }
}

async function sell(
  { user_id, classes, sales }: World,
  currency: string,
  waits: Sale['waits'],
  sold: number,
): Promise<void> {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const { id } = await makeCharge(db(), {
    class_id: waits === 'pending' ? classes.later : classes.now,
    instructor_id: user_id,
    program_id,
    currency,
    amount: sold,
    created_at: at(waits === 'delayed' ? 1 : HOLD_DAYS + 5),
    ...(waits === 'on_hold' && { disputed_at: at(0) }),
  });
  sales.push({ id, currency, sold, refunded: 0, waits, payout: null });
}

async function pay(world: World, currency: string, approval: boolean): Promise<void> {
  const expected = await expectBalance(world, currency);
  if (expected.paid === 0) return;
  const batch = await transact(context(), async (tx) => {
    await holdPayouts(tx);
    return claim(tx, 'sales', await salesDue(tx, [idOf(world, currency)], RULES), { approval });
  });
  const { id, amount } = await db()
    .selectFrom('payouts')
    .select(['id', 'amount'])
    .where('batch_id', '=', batch)
    .executeTakeFirstOrThrow();
  expect(minorOf(expected.paid, currency)).toBe(amount);
  const { bridge } = await paidTransactions(context(), id);
  expect(bridge).toEqual(expected);
  for (const sale of open(world, currency)) if (sale.waits === null) sale.payout = id;
  world.paid.push({ batch, payout: id, currency, bridge, state: approval ? 'proposed' : 'made' });
}

/** The preview and the list of what is open say the same, and what the model says. */
async function expectBalance(world: World, currency: string): Promise<Bridge> {
  const id = idOf(world, currency);
  const due = await salesDue(context(), [id], RULES);
  const [previewed] = (await previewOf(context(), 'sales', due)).payees;
  if (!previewed) throw new Error('no payee');
  const { bridge, amount } = previewed;
  expect(bridge.paid).toBe(amount);
  const sum = bridge.terms.reduce((all, term) => all + minorOf(term.amount, currency), 0);
  expect(sum).toBe(minorOf(amount, currency));
  const minor = new Map(bridge.terms.map((term) => [term.of, minorOf(term.amount, currency)]));
  expect(Object.fromEntries(minor)).toEqual(await modelled(world, currency));
  const listed = await pageOfOpenTransactions(context(), { payee_id: id, page: 1 });
  expect(listed.bridge).toEqual(listed.count > 0 ? bridge : null);
  expectLines(listed.transactions);
  return bridge;
}

async function modelled(world: World, currency: string): Promise<Partial<Record<BridgeTerm, number>>> {
  const sales = open(world, currency);
  const net = (of: Sale['waits']) =>
    sales.filter(({ waits }) => waits === of).reduce((sum, { sold, refunded }) => sum + sold - refunded, 0);
  const { rows } = await sql<{ credits: number; debts: number }>`
    select coalesce(sum(greatest(amount, 0)), 0)::integer as credits, coalesce(sum(least(amount, 0)), 0)::integer as debts
    from payout_adjustments where user_id = ${world.user_id} and currency = ${currency} and payout_id is null`.execute(
    db(),
  );
  const { credits, debts } = rows[0] ?? { credits: 0, debts: 0 };
  const due = net(null) + credits + debts;
  const terms: [BridgeTerm, number][] = [
    ['sales', sales.reduce((sum, { sold }) => sum + sold, 0)],
    ['refunds', -sales.reduce((sum, { refunded }) => sum + refunded, 0)],
    ['credits', credits],
    ['debts', debts],
    ['pending', -net('pending')],
    ['delayed', -net('delayed')],
    ['on_hold', -net('on_hold')],
    ['carried', Math.max(0, -due)],
  ];
  return Object.fromEntries(terms.filter(([, amount]) => amount !== 0));
}

function open({ sales }: World, currency: string): Sale[] {
  return sales.filter(
    (sale) => sale.currency === currency && sale.payout === null && sale.refunded < sale.sold,
  );
}

function idOf({ user_id }: World, currency: string): number {
  return payeeId({ user_id, program_id: null }, currency);
}

/** Each share of a sale has the arithmetic that was done, and is at most what it came to. */
function expectLines(lines: Awaited<ReturnType<typeof paidTransactions>>['transactions']): void {
  const isRight = lines.every(({ type, split, amount, currency }) =>
    type === 'payment'
      ? split !== null && minorOf(split.amount, currency) >= minorOf(amount, currency)
      : split === null,
  );
  expect(isRight).toBe(true);
}
