/** What the charts of Home draw is what the ledger holds, by week, currency and program. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Permission } from '../../../core/access.ts';
import { toMajor } from '../../../core/money.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { makeCharge, makeRefund } from '../../../test/rows/charges.ts';
import type { Charts } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
const DAY = 86_400_000;
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

type Seller = { program_id: number; instructor_id: number; class_id: number };
let own: Seller;
let foreign: Seller;

beforeAll(async () => {
  [own, foreign] = [await makeSeller(), await makeSeller()];
});

async function makeSeller(): Promise<Seller> {
  const program_id = (await makeProgram(db(), { default_currency: 'EUR' })).id;
  const instructor_id = (await makeInstructor(db(), { program_id, dateadded: ago(500 * 24) })).id;
  const { id: class_id } = await makeClass(db(), { instructor_id, program_id });
  return { program_id, instructor_id, class_id };
}

const ask = async (permissions: Permission[], program_id: number, currency = ''): Promise<Charts> => {
  const call = await app().as({ permissions, program_id });
  const { status, body } = await call('GET', `dashboard/charts?currency=${currency}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
};

/** The Monday of a moment, the plainest way. */
function mondayOf(moment: string): string {
  const day = new Date(`${moment.slice(0, 10)}T00:00:00Z`);
  while (day.getUTCDay() !== 1) day.setTime(day.getTime() - DAY);
  return day.toISOString().slice(0, 10);
}

/** From all rows of the ledger, in JavaScript. */
async function fromLedger(charts: Charts, program: number) {
  const { currency } = charts;
  const all = await db().selectFrom('charges').selectAll().execute();
  const charges = all.filter(
    (row) => row.currency === currency && (program === 0 || row.program_id === program),
  );
  const ids = new Set(charges.map(({ id }) => id));
  const refunds = (await db().selectFrom('refunds').selectAll().execute()).filter(
    ({ charge_id, state }) => state === 'succeeded' && ids.has(charge_id),
  );
  const late = new Set(
    charges
      .filter((row) => Date.parse(row.created_at) >= new Date().setUTCHours(0, 0, 0, 0) - 29 * DAY)
      .map(({ id }) => id),
  );
  const lines = (await db().selectFrom('charge_lines').selectAll().execute()).filter(({ charge_id }) =>
    late.has(charge_id),
  );
  const users = (await db().selectFrom('site_users').selectAll().execute()).filter(
    ({ program_id, del_status }) => del_status === 0 && (program === 0 || program_id === program),
  );
  const major = (amounts: readonly number[]) =>
    toMajor(
      amounts.reduce((sum, amount) => sum + amount, 0),
      currency,
    );
  return {
    sales: charts.sales.map(({ week }) => ({
      week,
      sold: major(charges.filter((row) => mondayOf(row.created_at) === week).map(({ amount }) => amount)),
      refunded: major(
        refunds.filter((row) => mondayOf(row.succeeded_at ?? '') === week).map(({ amount }) => amount),
      ),
    })),
    sign_ups: charts.sign_ups.map(({ week }) => ({
      week,
      count: users.filter((row) => mondayOf(row.dateadded) === week).length,
    })),
    split: charts.split.map(({ type }) => ({
      type,
      amount: major(lines.filter((line) => line.type === type).map(({ amount }) => amount)),
    })),
  };
}

const history = fc.array(
  fc.record({
    // Up to two years, with the edges of this week and of the first among them.
    hours: fc.oneof(fc.integer({ min: 0, max: 2 * 365 * 24 }), fc.integer({ min: 0, max: 200 })),
    amount: fc.integer({ min: 2, max: 500_000 }),
    currency: fc.constantFrom('USD', 'EUR', 'JPY'),
    isOwn: fc.boolean(),
    program: fc.integer({ min: 0, max: 100 }),
    refund: fc.option(
      fc.record({ part: fc.integer({ min: 1, max: 100 }), later: fc.integer({ min: 0, max: 400 * 24 }) }),
    ),
    failed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);

test('sums of weeks and of types are those of the ledger, as everybody who holds money', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (sales) => {
      for (const { hours, amount, currency, isOwn, program, refund, failed } of sales) {
        const seller = isOwn ? own : foreign;
        const platform = Math.floor((amount * program) / 100);
        const charge = await makeCharge(db(), {
          ...seller,
          currency,
          created_at: ago(hours),
          lines: [
            { type: 1, amount: platform, program_id: seller.program_id, row_id: await rowOf(seller) },
            { type: 4, amount: amount - platform, user_id: seller.instructor_id },
          ],
        });
        const part = Math.ceil((amount * (refund?.part ?? 0)) / 100);
        const succeeded_at = ago(Math.max(0, hours - (refund?.later ?? 0)));
        // One that has failed may have succeeded before.
        const state = failed ? ('failed' as const) : ('succeeded' as const);
        if (refund) await makeRefund(db(), { charge_id: charge.id, amount: part, state, succeeded_at });
        await makeSiteUser(db(), {
          program_id: seller.program_id,
          dateadded: ago(hours),
          del_status: failed ? 1 : 0,
        });
      }
      for (const currency of ['USD', 'EUR', 'JPY'])
        for (const [permissions, program] of [
          [['superadmin'], 0],
          [['money', 'users'], own.program_id],
        ] as const) {
          const charts = await ask([...permissions], program, currency);
          expect(charts).toMatchObject(await fromLedger(charts, program));
        }
    }),
    { numRuns: inDepth(4, 60) },
  );
});

let row: Map<number, number> | undefined;
/** A row of the commissions, which lines of a program have to name. */
async function rowOf({ program_id }: Seller): Promise<number> {
  row ??= new Map();
  const known = row.get(program_id);
  if (known !== undefined) return known;
  await db().insertInto('commission_groups').values({ level: 1, owner_id: program_id, program_id }).execute();
  const now = new Date().toISOString();
  const rows = await db()
    .insertInto('commission_rows')
    .values([
      { level: 1, owner_id: program_id, program_id, type: 1, commission: 10, created_at: now },
      { level: 1, owner_id: program_id, program_id, type: 4, commission: 90, created_at: now },
    ])
    .returning(['id', 'type'])
    .execute();
  const id = rows.find(({ type }) => type === 1)?.id ?? 0;
  row.set(program_id, id);
  return id;
}

test('no hole, the program’s own currency unless asked, and only currencies of these weeks', async () => {
  const { program_id, ...seller } = await makeSeller();
  for (const [currency, hours] of [
    ['JPY', 1],
    ['CHF', 400 * 24],
    ['USD', 90 * 24],
  ] as const)
    await makeCharge(db(), { ...seller, program_id, currency, created_at: ago(hours) });
  const charts = await ask(['money'], program_id);
  expect([charts.currency, charts.sales.length, charts.split.map(({ type }) => type)]).toEqual([
    'EUR',
    53,
    [0, 1, 2, 3, 4],
  ]);
  expect(charts.currencies).toEqual(['USD', 'EUR', 'JPY']);
  const asked = await ask(['money'], program_id, 'JPY');
  expect([asked.currencies, asked.sales.at(-1), asked.split[4]]).toMatchObject([
    ['USD', 'JPY'],
    { sold: 4999, refunded: 0 },
    { type: 4, amount: 4999 },
  ]);
  expect((await ask(['superadmin'], 0)).currency).toBe('USD');
});

test('without money no amounts, without users no sign-ups', async () => {
  const without = { currencies: [], sales: [], split: [] };
  const users = await ask(['users'], own.program_id);
  expect([users, users.sign_ups.length]).toMatchObject([without, 53]);
  expect(await ask(['money'], own.program_id)).toMatchObject({ sign_ups: [] });
  expect(await ask(['content'], 0)).toMatchObject({ ...without, sign_ups: [] });
});

test('400 for a currency that is none', async () => {
  const call = await app().as({ permissions: ['money'] });
  const { status, body } = await call('GET', 'dashboard/charts?currency=XXX');
  expect([status, body.errors[0].path]).toEqual([400, 'currency']);
});
