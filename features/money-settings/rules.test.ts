/** What loosens never holds by itself, whatever comes in one wish; a mixed wish is all there in both of its parts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Currency } from '../../core/money.ts';
import {
  changed,
  isNothing,
  isSame,
  joined,
  parted,
  type Rules,
  type RulesChange,
  withoutThose,
} from './rules.ts';

const NONE: Rules = {
  refund_approval_above: {},
  payout_approval: false,
  hold_days: 0,
  new_account_days: 3,
  details_approval: false,
  minimum: {},
  ach: null,
  sepa_debtor: null,
};
const CODES = ['USD', 'EUR', 'JPY'] as const satisfies Currency[];

// Few amounts and currencies, so that most wishes meet what holds.
const amount = fc.integer({ min: 0, max: 6 }).map((n) => n * 100);
const amounts = fc.dictionary(fc.constantFrom(...CODES), amount, { maxKeys: 3 });
const ach = fc.option(
  fc
    .constantFrom('ONE', 'TWO')
    .map((name) => ({ origin_routing: '021000021', origin_name: name, company_id: '1234567890' })),
);
const rules: fc.Arbitrary<Rules> = fc.record({
  refund_approval_above: amounts,
  payout_approval: fc.boolean(),
  hold_days: fc.integer({ min: 0, max: 4 }),
  new_account_days: fc.integer({ min: 0, max: 4 }),
  details_approval: fc.boolean(),
  minimum: amounts,
  ach,
  sepa_debtor: fc.constant(null),
});
const wish: fc.Arbitrary<RulesChange> = fc.record(
  {
    refund_approval_above: fc.dictionary(fc.constantFrom(...CODES), fc.option(amount), { maxKeys: 3 }),
    payout_approval: fc.boolean(),
    hold_days: fc.integer({ min: 0, max: 4 }),
    new_account_days: fc.integer({ min: 0, max: 4 }),
    details_approval: fc.boolean(),
    minimum: amounts,
    ach,
  },
  { requiredKeys: [] },
);

/** Written out once more: a refund of so much, in this currency, needs a second approver. */
const needs = (of: Rules, code: Currency, minor: number) =>
  minor > (of.refund_approval_above[code] ?? Infinity);
const AMOUNTS = Array.from({ length: 14 }, (_, n) => n * 50 + 1);
const guards = (of: Rules) => [
  ...CODES.flatMap((code) => AMOUNTS.map((minor) => needs(of, code, minor))),
  of.payout_approval,
  ...[1, 2, 3, 4].map((day) => of.hold_days >= day),
  ...[1, 2, 3, 4].map((day) => of.new_account_days >= day),
  of.details_approval,
];
/** Whether everything that `before` guards is guarded by `after`. */
const keeps = (before: Rules, after: Rules) => {
  const guarded = guards(after);
  return guards(before).every((is, at) => !is || guarded[at]);
};
const clean = (given: { [Code in Currency]?: number | null }) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
const asWished = (now: Rules, asked: RulesChange): Rules => ({
  ...now,
  ...asked,
  refund_approval_above: clean(asked.refund_approval_above ?? now.refund_approval_above),
  minimum: clean(asked.minimum ?? now.minimum),
});

describe('parted', () => {
  test('what holds at once guards all that was guarded; both parts together are the wish; nothing waits in vain', () => {
    const met = { holds: 0, waits: 0, both: 0 };
    fc.assert(
      fc.property(rules, wish, (now, asked) => {
        const { holds, waits } = parted(now, asked);
        const [held, all] = [changed(now, holds), asWished(now, asked)];
        expect(keeps(now, held)).toBe(true);
        expect(isSame(changed(held, waits), all)).toBe(true);
        // In whatever order: an approval may come first.
        expect(isSame(changed(changed(now, waits), holds), all)).toBe(true);
        expect(isNothing(waits)).toBe(keeps(held, all));
        expect(parted(all, asked)).toEqual({ holds: {}, waits: {} });
        met.holds += Number(!isNothing(holds));
        met.waits += Number(!isNothing(waits));
        met.both += Number(!isNothing(holds) && !isNothing(waits));
      }),
      { numRuns: 3000 },
    );
    for (const [what, times] of Object.entries(met)) expect(times, what).toBeGreaterThan(300);
  });

  test('what waits is completed, and shortened by what holds meanwhile; never more than was asked for', () => {
    fc.assert(
      fc.property(rules, wish, wish, (now, first, second) => {
        const waiting = parted(now, first).waits;
        const { holds, waits } = parted(now, second);
        const left = withoutThose(waiting, holds);
        const held = changed(now, holds);
        // What has just been tightened stays so, whoever approves the rest.
        expect(isSame(changed(changed(now, left), holds), changed(held, left))).toBe(true);
        const both = changed(held, joined(left, waits));
        expect(isSame(both, changed(changed(held, left), waits))).toBe(true);
      }),
    );
  });

  test.each<[string, Partial<Rules>, RulesChange, 'holds' | 'waits']>([
    ['a first limit', {}, { refund_approval_above: { USD: 500 } }, 'holds'],
    [
      'a lower limit',
      { refund_approval_above: { USD: 500 } },
      { refund_approval_above: { USD: 0 } },
      'holds',
    ],
    [
      'a higher limit',
      { refund_approval_above: { USD: 500 } },
      { refund_approval_above: { USD: 501 } },
      'waits',
    ],
    ['a limit left out', { refund_approval_above: { USD: 500 } }, { refund_approval_above: {} }, 'waits'],
    [
      'a limit of null',
      { refund_approval_above: { USD: 0 } },
      { refund_approval_above: { USD: null } },
      'waits',
    ],
    ['approval on', {}, { payout_approval: true }, 'holds'],
    ['approval of details off', { details_approval: true }, { details_approval: false }, 'waits'],
    ['approval of details on', {}, { details_approval: true }, 'holds'],
    ['approval off', { payout_approval: true }, { payout_approval: false }, 'waits'],
    ['more days', { hold_days: 3 }, { hold_days: 4 }, 'holds'],
    ['fewer days', { hold_days: 3 }, { hold_days: 2 }, 'waits'],
    ['a higher minimum', { minimum: { USD: 1 } }, { minimum: { USD: 2 } }, 'holds'],
    ['no minimum', { minimum: { USD: 1 } }, { minimum: {} }, 'holds'],
    ['a debtor', {}, { sepa_debtor: { name: 'A', iban: 'B', bic: 'C' } }, 'holds'],
    ['no debtor', { sepa_debtor: { name: 'A', iban: 'B', bic: 'C' } }, { sepa_debtor: null }, 'holds'],
  ])('%s', (_, now, asked, where) => {
    const parts = parted({ ...NONE, ...now }, asked);
    expect([isNothing(parts.holds), isNothing(parts.waits)]).toEqual([where !== 'holds', where !== 'waits']);
  });

  test('a limit raised beside one lowered: the one waits, the other holds', () => {
    const now = { ...NONE, refund_approval_above: { USD: 500, EUR: 500, GBP: 1 } };
    expect(parted(now, { refund_approval_above: { USD: 600, EUR: 400, JPY: 5 } })).toEqual({
      holds: { refund_approval_above: { EUR: 400, JPY: 5 } },
      waits: { refund_approval_above: { USD: 600, GBP: null } },
    });
  });
});
