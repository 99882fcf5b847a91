/** What a filter comes to, against a model that adds by itself. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalsOf } from '../../../core/money.ts';
import { inDepth } from '../../../test/deep.ts';
import { chargeValues, makeClass, makeInstructor, makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { makeCharge, makePayout, makeRefund } from '../../../test/rows/charges.ts';
import { linesOf, setRows } from '../../../test/rows/commission-groups.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

const CURRENCIES = ['USD', 'JPY', 'EUR'] as const;
const charge = fc.record({
  program: fc.nat(1),
  currency: fc.constantFrom(...CURRENCIES),
  day: fc.integer({ min: 1, max: 28 }),
  lines: fc.tuple(fc.integer({ min: 0, max: 900_000 }), fc.integer({ min: 0, max: 900_000 })),
  /** Hundredths of the charge that go back before and after the payout, and how many stay reserved. */
  before: fc.integer({ min: 0, max: 40 }),
  after: fc.integer({ min: 0, max: 40 }),
  reserved: fc.integer({ min: 0, max: 20 }),
  /** Days on which what went back before and after the payout did so. */
  back: fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 28 })),
  paid: fc.tuple(fc.boolean(), fc.boolean()),
  /** Held without lines, as its levels clash: nothing of it can be paid. */
  undivided: fc.boolean(),
});
type Charge = typeof charge extends fc.Arbitrary<infer Value> ? Value : never;
const filter = fc.record({
  program: fc.option(fc.nat(1)),
  currency: fc.option(fc.constantFrom(...CURRENCIES)),
  days: fc.option(
    fc
      .tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 28 }))
      .map(([one, other]): [number, number] => [Math.min(one, other), Math.max(one, other)]),
  ),
});
type Filter = typeof filter extends fc.Arbitrary<infer Value> ? Value : never;

const ordinary: Charge = {
  program: 0,
  currency: 'USD',
  day: 3,
  lines: [998, 4001],
  before: 0,
  after: 0,
  reserved: 0,
  back: [3, 3],
  paid: [false, false],
  undivided: false,
};
const NOTHING = { sold: 0, refunded: 0, paid_out: 0, open: 0 };
const NONE: Filter = { program: null, currency: null, days: null };

test('the sums of any filter are those of the charges in it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(charge, { minLength: 1, maxLength: 12 }),
      fc.array(filter, { minLength: 1, maxLength: 6 }),
      async (charges, filters) => {
        const { programs, dayOf } = await sold(charges);
        const admin = await app().as({ permissions: ['money'] });
        for (const asked of [NONE, { ...NONE, program: 0 }, ...filters]) {
          const query = String(
            new URLSearchParams({
              program_id: String(asked.program === null ? 0 : programs[asked.program]),
              currency: asked.currency ?? '',
              // The programs are of this test alone; without one of them, the month is.
              dates: (asked.days ?? (asked.program === null ? [1, 28] : [])).map(dayOf).join(','),
            }),
          );
          const { body } = await admin('GET', `transactions?${query}`);
          const wanted = modelOf(charges, asked);
          expect(
            new Map(body.sums.map(({ currency, ...sum }: { currency: string }) => [currency, sum])),
          ).toEqual(wanted.sums);
          expect(body.count).toBe(wanted.count);
          if (asked === filters.at(-1)) await expectFile(admin, query, body);
          for (const [index, program_id] of programs.entries())
            if (asked.program === index) await expectSame(query, program_id, body);
        }
      },
    ),
    {
      numRuns: inDepth(12, 150),
      examples: [
        [[ordinary], [NONE]],
        [
          [{ ...ordinary, before: 10, after: 20, back: [3, 9] }],
          [
            { ...NONE, program: 0, days: [1, 5] },
            { ...NONE, program: 0, days: [6, 12] },
          ],
        ],
        [[ordinary, { ...ordinary, paid: [true, false] }], [{ ...NONE, currency: 'USD' }]],
        [[{ ...ordinary, paid: [true, true], after: 40 }], [NONE]],
        [[{ ...ordinary, before: 40, after: 40, reserved: 20, paid: [false, true] }], [NONE]],
        [[ordinary, { ...ordinary, currency: 'JPY', program: 1 }], [{ ...NONE, program: 1 }]],
        [
          [
            { ...ordinary, paid: [true, true] },
            { ...ordinary, undivided: true, before: 40 },
          ],
          [NONE],
        ],
      ],
    },
  );
});

/** The amounts of the file come to the same: of sales what was sold, of refunds what went back. */
async function expectFile(admin: Call, query: string, { sums, count }: Sums) {
  const { body } = await admin('GET', `transactions/csv?${query}`);
  const [, ...rows] = String((await admin('GET', body.file)).body)
    .trimEnd()
    .split('\r\n');
  // No cell that counts here is quoted.
  const cells = rows.map((row) => row.replaceAll(/"[^"]*"/g, '').split(','));
  const sales = cells.filter((row) => row[TYPE] !== 'Refund');
  expect(sales).toHaveLength(count);
  for (const { currency, sold, refunded } of sums) {
    const sumOf = (of: readonly string[][]) =>
      of
        .filter((row) => row[CURRENCY] === currency)
        .reduce((sum, row) => sum + Math.round(Number(row[AMOUNT]) * 100), 0) / 100;
    const back = cells.filter((row) => row[TYPE] === 'Refund' && row[STATUS]?.startsWith('refunded'));
    expect(sumOf(sales), `${query} ${currency}`).toBe(sold);
    expect(0 - sumOf(back), `${query} ${currency}`).toBe(refunded);
  }
}

/** Columns of the file. */
const [TYPE, AMOUNT, STATUS, CURRENCY] = [5, 7, 8, 11];

type Sums = { sums: { currency: string; sold: number; refunded: number }[]; count: number };

/** The program's own staff read the same sums. */
async function expectSame(query: string, program_id: number, body: { sums: unknown; count: number }) {
  const bound = await app().as({ permissions: ['money'], program_id });
  const { sums, count } = (await bound('GET', `transactions?${query}`)).body;
  expect({ sums, count }).toEqual({ sums: body.sums, count: body.count });
}

let month = 0;

/** In two new programs, and in a month of their own. */
async function sold(charges: readonly Charge[]) {
  month += 1;
  const start = new Date(Date.UTC(1990, month, 1));
  const dayOf = (day: number) =>
    new Date(start.getTime() + (day - 1) * 86_400_000).toISOString().slice(0, 10);
  const programs = [(await makeProgram(db())).id, (await makeProgram(db())).id];
  const sellers = await Promise.all(programs.map((program_id) => makeInstructor(db(), { program_id })));
  const classes = await Promise.all(
    sellers.map(({ id, program_id }) => makeClass(db(), { instructor_id: id, program_id })),
  );
  await setRows(db(), 'program', programs[0] ?? 0, [{ type: 0, commission: 20 }]);
  const { id: row_id } = await db()
    .selectFrom('commission_rows')
    .select('id')
    .where('program_id', '=', programs[0] ?? 0)
    .where('type', '=', 0)
    .executeTakeFirstOrThrow();
  for (const {
    program,
    currency,
    day,
    lines,
    before,
    after,
    reserved,
    back: days,
    paid,
    undivided,
  } of charges) {
    const amount = lines[0] + lines[1];
    const of = {
      class_id: classes[program]?.id ?? 0,
      instructor_id: sellers[program]?.id ?? 0,
      program_id: programs[program],
      currency,
      created_at: `${dayOf(day)}T23:59:59.999Z`,
    };
    const { id: charge_id } = undivided
      ? await makeUndivided(chargeValues({ ...of, amount, held: 'over_100' }))
      : await makeCharge(db(), {
          ...of,
          lines: [
            { type: 0, amount: lines[0], row_id },
            { type: 4, amount: lines[1] },
          ],
        });
    const back = async (hundredths: number, on: number | null) => {
      const part = partOf(amount, hundredths);
      const refund = { charge_id, amount: part };
      if (part === 0) return;
      if (on === null) await makeRefund(db(), { ...refund, state: 'unknown' });
      else await makeRefund(db(), { ...refund, succeeded_at: `${dayOf(on)}T00:00:00.000Z` });
    };
    await back(before, days[0]);
    const held = (await linesOf(db(), charge_id)).filter((_, index) => paid[index]);
    if (held.length > 0)
      await makePayout(db(), { lines: held.map(({ id }) => id), currency, user_id: sellers[program]?.id });
    await back(after, days[1]);
    await back(reserved, null);
  }
  return { programs, dayOf };
}

const makeUndivided = (values: ReturnType<typeof chargeValues>) =>
  db().insertInto('charges').values(values).returning('id').executeTakeFirstOrThrow();

function partOf(amount: number, hundredths: number): number {
  return Math.floor((amount * hundredths) / 100);
}

/**
 * Refunds are taken from the first line, then from the second, as `makeRefund` does; of some days those count that went
 * back in them, whenever it was sold.
 */
function modelOf(charges: readonly Charge[], { program, currency, days }: Filter) {
  const isIn = (day: number) => days === null || (day >= days[0] && day <= days[1]);
  const asked = charges.filter(
    (one) =>
      (program === null || one.program === program) && (currency === null || one.currency === currency),
  );
  const found = asked.filter(({ day }) => isIn(day));
  const sums = new Map<string, { sold: number; refunded: number; paid_out: number; open: number }>();
  const add = (of: string, what: { sold?: number; refunded?: number; paid_out?: number; open?: number }) => {
    const { sold, refunded, paid_out, open } = { ...NOTHING, ...what };
    const sum = sums.get(of) ?? NOTHING;
    sums.set(of, {
      sold: sum.sold + sold,
      refunded: sum.refunded + refunded,
      paid_out: sum.paid_out + paid_out,
      open: sum.open + open,
    });
  };
  for (const one of found) {
    const amount = one.lines[0] + one.lines[1];
    const refunded = partOf(amount, one.before) + partOf(amount, one.after);
    const fromFirst = Math.min(refunded, one.lines[0]);
    const left = [one.lines[0] - fromFirst, one.lines[1] - (refunded - fromFirst)];
    const isPaid = (index: number) => one.paid[index] && !one.undivided;
    add(one.currency, {
      sold: amount,
      paid_out: left.reduce((sum, rest, index) => sum + (isPaid(index) ? rest : 0), 0),
      open: left.reduce((sum, rest, index) => sum + (isPaid(index) ? 0 : rest), 0),
    });
  }
  for (const { lines, before, after, back, currency: of } of asked)
    for (const [index, hundredths] of [before, after].entries()) {
      const refunded = partOf(lines[0] + lines[1], hundredths);
      if (refunded > 0 && isIn(back[index] ?? 0)) add(of, { refunded });
    }
  const major = (minor: number, of: string) => minor / 10 ** decimalsOf(of);
  return {
    count: found.length,
    sums: new Map(
      [...sums].map(([of, sum]) => [
        of,
        {
          sold: major(sum.sold, of),
          refunded: major(sum.refunded, of),
          paid_out: major(sum.paid_out, of),
          open: major(sum.open, of),
        },
      ]),
    ),
  };
}
