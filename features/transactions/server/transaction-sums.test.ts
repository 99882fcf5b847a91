/** What a filter comes to, against a model that adds by itself. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalsOf } from '../../../core/money.ts';
import { makeCharge, makePayout, makeRefund } from '../../../test/charges.ts';
import { linesOf, setRows } from '../../../test/commission-groups.ts';
import { inDepth } from '../../../test/deep.ts';
import { chargeValues, makeClass, makeInstructor, makeProgram } from '../../../test/factories.ts';
import { useWorld } from '../../../test/harness.ts';

const world = useWorld();
const db = () => world().platform.database.everything;

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
  paid: [false, false],
  undivided: false,
};
const NONE: Filter = { program: null, currency: null, days: null };

test('the sums of any filter are those of the charges in it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(charge, { minLength: 1, maxLength: 12 }),
      fc.array(filter, { minLength: 1, maxLength: 6 }),
      async (charges, filters) => {
        const { programs, dayOf } = await sold(charges);
        const admin = await world().as({ permissions: ['money'] });
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
          for (const [index, program_id] of programs.entries())
            if (asked.program === index) await expectSame(query, program_id, body);
        }
      },
    ),
    {
      numRuns: inDepth(12, 150),
      examples: [
        [[ordinary], [NONE]],
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

/** The program's own staff read the same sums. */
async function expectSame(query: string, program_id: number, body: { sums: unknown; count: number }) {
  const bound = await world().as({ permissions: ['money'], program_id });
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
  for (const { program, currency, day, lines, before, after, reserved, paid, undivided } of charges) {
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
    const back = async (hundredths: number, state: 'succeeded' | 'unknown') => {
      const part = partOf(amount, hundredths);
      if (part > 0) await makeRefund(db(), { charge_id, amount: part, state });
    };
    await back(before, 'succeeded');
    const held = (await linesOf(db(), charge_id)).filter((_, index) => paid[index]);
    if (held.length > 0)
      await makePayout(db(), { lines: held.map(({ id }) => id), currency, user_id: sellers[program]?.id });
    await back(after, 'succeeded');
    await back(reserved, 'unknown');
  }
  return { programs, dayOf };
}

const makeUndivided = (values: ReturnType<typeof chargeValues>) =>
  db().insertInto('charges').values(values).returning('id').executeTakeFirstOrThrow();

function partOf(amount: number, hundredths: number): number {
  return Math.floor((amount * hundredths) / 100);
}

/** Refunds are taken from the first line, then from the second, as `makeRefund` does. */
function modelOf(charges: readonly Charge[], { program, currency, days }: Filter) {
  const found = charges.filter(
    (one) =>
      (program === null || one.program === program) &&
      (currency === null || one.currency === currency) &&
      (days === null || (one.day >= days[0] && one.day <= days[1])),
  );
  const sums = new Map<string, { sold: number; refunded: number; paid_out: number; open: number }>();
  for (const one of found) {
    const amount = one.lines[0] + one.lines[1];
    const refunded = partOf(amount, one.before) + partOf(amount, one.after);
    const fromFirst = Math.min(refunded, one.lines[0]);
    const left = [one.lines[0] - fromFirst, one.lines[1] - (refunded - fromFirst)];
    const isPaid = (index: number) => one.paid[index] && !one.undivided;
    const paid_out = left.reduce((sum, rest, index) => sum + (isPaid(index) ? rest : 0), 0);
    const open = left.reduce((sum, rest, index) => sum + (isPaid(index) ? 0 : rest), 0);
    const sum = sums.get(one.currency) ?? { sold: 0, refunded: 0, paid_out: 0, open: 0 };
    sums.set(one.currency, {
      sold: sum.sold + amount,
      refunded: sum.refunded + refunded,
      paid_out: sum.paid_out + paid_out,
      open: sum.open + open,
    });
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
