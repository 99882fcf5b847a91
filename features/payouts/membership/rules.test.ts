/** What sharing must hold, against fractions of another kind. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Attended, offersNotify, offersPay, scoreOf, sharesOf } from './rules.ts';

/** Attendances by member and payee, as they happened; the site is null. */
const happened = fc.array(
  fc.record({
    member: fc.integer({ min: 1, max: 12 }),
    payee: fc.option(fc.integer({ min: 1, max: 8 }), { nil: null }),
  }),
  { minLength: 1, maxLength: 120 },
);
const split = fc.integer({ min: 0, max: 900_000_000_000 });
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const sumOf = (rows: readonly { amount: number; lens: number }[]) => ({
  amount: sum(rows.map(({ amount }) => amount)),
  lens: sum(rows.map(({ lens }) => lens)),
});

type Happened = { member: number; payee: number | null };

function attendedOf(rows: readonly Happened[]): Attended[] {
  const totals = Map.groupBy(rows, ({ member }) => member);
  const groups = Map.groupBy(rows, ({ member, payee }) => `${payee} ${totals.get(member)?.length}`);
  return [...groups.values()].map((some) => ({
    user_id: some[0]?.payee ?? null,
    of: totals.get(some[0]?.member ?? 0)?.length ?? 0,
    attendances: some.length,
  }));
}

describe('whatever was attended', () => {
  test('both columns sum to the split amount, and nobody is off by a whole unit', () => {
    fc.assert(
      fc.property(happened, split, (rows, amount) => {
        const shares = sharesOf(amount, attendedOf(rows));
        expect(sumOf(shares)).toEqual({ amount, lens: amount });
        for (const share of shares) {
          const own = rows.filter(({ payee }) => payee === share.user_id);
          expect(share.attendances).toBe(own.length);
          expect(isWithinOne(share.amount, amount, [[own.length, rows.length]])).toBe(true);
          // One by one: a member's fee is cut into as many pieces as that member attended.
          const members = new Set(rows.map(({ member }) => member)).size;
          const pieces = own.map(({ member }): [number, number] => [
            1,
            members * rows.filter((row) => row.member === member).length,
          ]);
          expect(isWithinOne(share.lens, amount, pieces)).toBe(true);
        }
      }),
    );
  });

  test('the order in which it is told changes nothing', () => {
    fc.assert(
      fc.property(happened, split, (rows, amount) => {
        const attended = attendedOf(rows);
        expect(sharesOf(amount, attended.toReversed())).toEqual(sharesOf(amount, attended));
      }),
    );
  });

  test('of one member, the lens shows what all get', () => {
    fc.assert(
      fc.property(happened, split, (rows, amount) => {
        const shares = sharesOf(amount, attendedOf(rows.map(({ payee }) => ({ member: 1, payee }))));
        expect(shares.map(({ lens }) => lens)).toEqual(shares.map((share) => share.amount));
      }),
    );
  });

  test('who is attended more gets no less', () => {
    fc.assert(
      fc.property(happened, split, (rows, amount) => {
        const shares = sharesOf(amount, attendedOf(rows));
        for (const { attendances, amount: most } of shares) {
          const fewer = shares.filter((share) => share.attendances < attendances);
          expect(Math.max(0, ...fewer.map((share) => share.amount))).toBeLessThanOrEqual(most);
        }
      }),
    );
  });
});

test('a unit left over goes to the lower user id, to the site last', () => {
  const once = (user_id: number | null): Attended => ({ user_id, of: 1, attendances: 1 });
  expect(sharesOf(4, [once(null), once(9), once(3)])).toEqual([
    { user_id: 3, attendances: 1, amount: 2, lens: 2 },
    { user_id: 9, attendances: 1, amount: 1, lens: 1 },
    { user_id: null, attendances: 1, amount: 1, lens: 1 },
  ]);
});

test('the lens lets a fee follow its member: who is loyal is not outvoted', () => {
  const attended: Attended[] = [
    { user_id: 1, of: 9, attendances: 9 },
    { user_id: 2, of: 1, attendances: 1 },
  ];
  expect(sharesOf(1000, attended)).toMatchObject([
    { amount: 900, lens: 500 },
    { amount: 100, lens: 500 },
  ]);
});

test('nobody came: nothing is shared, and no score is worked out', () => {
  expect(sharesOf(1000, [])).toEqual([]);
  expect(scoreOf(0, 0)).toBe(0);
  expect(scoreOf(1, 4)).toBe(0.25);
});

test.each([
  ['attended, with a method', {}, { pay: true, notify: false }],
  ['attended, without one', { paid_by: null, payable: 0 }, { pay: false, notify: true }],
  ['the site', { instructor_id: null, paid_by: 'none' }, { pay: true, notify: false }],
  ['paid already, deleted, or with a new account', { payable: 0 }, { pay: false, notify: false }],
  [
    'nobody came',
    { live: 0, recordings: 0, score: 0, paid_by: null, payable: 0 },
    { pay: false, notify: false },
  ],
  ['nobody came, with a method', { live: 0, recordings: 0, score: 0 }, { pay: false, notify: false }],
] as const)('what a row offers: %s', (_, values, { pay, notify }) => {
  const usual = {
    live: 1,
    recordings: 0,
    score: 0.5,
    instructor_id: 1,
    paid_by: 'venmo',
    payable: 1,
  } as const;
  expect(offersPay({ ...usual, ...values })).toBe(pay);
  expect(offersNotify({ ...usual, ...values })).toBe(notify);
});

/** Whether `given` lies less than a unit away from `amount` times the sum of the fractions, without rounding. */
function isWithinOne(given: number, amount: number, fractions: readonly [number, number][]): boolean {
  let [top, bottom] = [0n, 1n];
  for (const [a, b] of fractions) {
    top = top * BigInt(b) + BigInt(a) * bottom;
    bottom *= BigInt(b);
  }
  const off = BigInt(given) * bottom - BigInt(amount) * top;
  return (off < 0n ? -off : off) < bottom;
}
