/** What Home says of today, 7 and 30 days is what the ledger and the list of those days hold. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Permission } from '../../../core/access.ts';
import { CURRENCIES, type Currency, toMajor } from '../../../core/money.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { makeCharge, makeRefund } from '../../../test/rows/charges.ts';
import type { Lately } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

type Seller = { program_id: number; instructor_id: number; class_id: number };
let sellers: [Seller, Seller];

beforeAll(async () => {
  sellers = [await makeSeller(), await makeSeller()];
});

async function makeSeller(): Promise<Seller> {
  const program_id = (await makeProgram(db())).id;
  const instructor_id = (await makeInstructor(db(), { program_id, dateadded: ago(5000) })).id;
  const { id: class_id } = await makeClass(db(), { instructor_id, program_id });
  return { program_id, instructor_id, class_id };
}

async function ask(permissions: Permission[], program_id: number) {
  const call = await app().as({ permissions, program_id });
  const { status, body } = await call('GET', 'dashboard/lately');
  expect(status, body.message).toBe(200);
  return { lately: body as Lately, call };
}

const history = fc.array(
  fc.record({
    hours: fc.oneof(fc.integer({ min: 0, max: 40 * 24 }), fc.integer({ min: 0, max: 30 })),
    amount: fc.integer({ min: 2, max: 500_000 }),
    currency: fc.constantFrom('USD', 'EUR', 'JPY'),
    at: fc.constantFrom(0, 1),
    refund: fc.option(fc.integer({ min: 0, max: 40 * 24 })),
    failed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);

test('counts and sums are those of the ledger, and of the transactions of the same days', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (sales) => {
      for (const { hours, amount, currency, at, refund, failed } of sales) {
        const seller = sellers[at] ?? sellers[0];
        const charge = await makeCharge(db(), { ...seller, currency, amount, created_at: ago(hours) });
        const state = failed ? ('failed' as const) : ('succeeded' as const);
        const succeeded_at = ago(Math.max(0, hours - (refund ?? 0)));
        if (refund !== null)
          await makeRefund(db(), {
            charge_id: charge.id,
            amount: Math.ceil(amount / 2),
            state,
            succeeded_at,
          });
        const del_status = failed ? 1 : 0;
        await makeSiteUser(db(), { program_id: seller.program_id, dateadded: ago(hours), del_status });
      }
      for (const [permissions, program] of [
        [['superadmin'], 0],
        [['money', 'users'], sellers[0].program_id],
      ] as const) {
        const { lately, call } = await ask([...permissions], program);
        expect(lately.items).toEqual(await fromLedger(lately, program));
        for (const [index, { dates }] of lately.periods.entries()) {
          const { count, sums: listed } = (await call('GET', `transactions?dates=${dates}`)).body;
          const [sales, refunds] = lately.items.map((item) => item.in[index]);
          expect([count, some(listed, 'sold'), some(listed, 'refunded')]).toEqual([
            sales?.count,
            byCurrency(sales?.amounts),
            byCurrency(refunds?.amounts),
          ]);
        }
      }
    }),
    { numRuns: inDepth(3, 60) },
  );
});

type Booked = { at: string | null; amount: number; currency: string };

/** From all rows of the ledger, in JavaScript. */
async function fromLedger({ periods }: Lately, program: number): Promise<Lately['items']> {
  const isOwn = (row: { program_id: number | null }) => program === 0 || row.program_id === program;
  const charges = (await db().selectFrom('charges').selectAll().execute()).filter(isOwn);
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  const returned = (await db().selectFrom('refunds').selectAll().execute()).flatMap((refund): Booked[] => {
    const charge = byId.get(refund.charge_id);
    if (refund.state !== 'succeeded' || !charge) return [];
    return [{ at: refund.succeeded_at, amount: refund.amount, currency: charge.currency }];
  });
  const people = (await db().selectFrom('site_users').selectAll().execute()).filter(isOwn);
  const added = people.flatMap((user) => (user.del_status === 0 ? [user.dateadded] : []));
  const isIn = (at: string | null, dates: string) =>
    at !== null && at.slice(0, 10) >= dates.slice(0, 10) && at.slice(0, 10) <= dates.slice(11);
  const money = (rows: readonly Booked[]) =>
    periods.map(({ dates }) => sumOf(rows.filter(({ at }) => isIn(at, dates))));
  return [
    { kind: 'sales', in: money(charges.map((charge) => ({ ...charge, at: charge.created_at }))) },
    { kind: 'refunds', in: money(returned) },
    {
      kind: 'new_users',
      in: periods.map(({ dates }) => ({
        count: added.filter((at) => isIn(at, dates)).length,
        amounts: [],
      })),
    },
  ];
}

/** The most frequent currency first. */
function sumOf(rows: readonly Booked[]): Lately['items'][number]['in'][number] {
  const ofCurrency = (one: Currency) => rows.filter(({ currency }) => currency === one);
  const amounts = CURRENCIES.filter((one) => ofCurrency(one).length > 0)
    .toSorted((a, b) => ofCurrency(b).length - ofCurrency(a).length || (a < b ? -1 : 1))
    .map((currency) => ({
      currency,
      amount: toMajor(
        ofCurrency(currency).reduce((sum, { amount }) => sum + amount, 0),
        currency,
      ),
    }));
  return { count: rows.length, amounts };
}

type Amounts = Lately['items'][number]['in'][number]['amounts'];

function byCurrency(amounts: Amounts = []): Record<string, number> {
  return Object.fromEntries(amounts.map(({ currency, amount }) => [currency, amount]));
}

function some(sums: readonly Record<string, number>[], name: 'sold' | 'refunded'): Record<string, number> {
  return Object.fromEntries(sums.flatMap((sum) => (sum[name] ? [[sum.currency, sum[name]]] : [])));
}

test('without money no sales, without users no users, without both nothing', async () => {
  const kinds = async (permissions: Permission[]) =>
    (await ask(permissions, sellers[0].program_id)).lately.items.map(({ kind }) => kind);
  expect(await kinds(['users'])).toEqual(['new_users']);
  expect(await kinds(['money'])).toEqual(['sales', 'refunds']);
  expect(await kinds(['content'])).toEqual([]);
});
