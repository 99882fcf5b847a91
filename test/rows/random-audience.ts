/** Conditions of rules at random, over what {@link makePeople} has made. */
import fc from 'fast-check';
import type { Audience, ConditionGroup } from '../../features/email-rules/conditions/audience.ts';
import {
  CONDITIONS_OF,
  type Condition,
  FIELDS,
  type FieldKind,
  type FieldName,
  kindOf,
  takesNoValue,
} from '../../features/email-rules/conditions/fields.ts';
import type { ItemValue, RuleItem } from '../../features/email-rules/conditions/items.ts';

/** In hundredths. */
export const COINS = [0, 1, 50, 100, 101, 399, 1000, 12_345];

export type Known = {
  programs: readonly number[];
  categories: readonly number[];
  classes: readonly number[];
};

export function itemFrom(fields: readonly FieldName[], known: Known): fc.Arbitrary<RuleItem> {
  return fc.constantFrom(...fields).chain((field_name) => {
    const kind = kindOf(field_name);
    return fc.constantFrom(...CONDITIONS_OF[kind]).chain((condition) =>
      fc.record({
        field_name: fc.constant(field_name),
        condition: fc.constant(condition),
        value: valueFrom(kind, condition, known),
        ...(kind === 'money' && { currency: fc.constantFrom('USD', 'JPY', 'EUR') }),
      }),
    ) as fc.Arbitrary<RuleItem>;
  });
}

export function audienceFrom(known: Known): fc.Arbitrary<Audience> {
  const match = fc.constantFrom('all', 'any');
  const items = fc.array(itemFrom(FIELDS, known), { minLength: 1, maxLength: 3 });
  const groups = fc.array(fc.record({ match, items }) as fc.Arbitrary<ConditionGroup<RuleItem>>, {
    maxLength: 2,
  });
  return fc.record({
    items,
    items_match: match,
    groups,
    groups_match: match,
    exclude: groups,
  }) as fc.Arbitrary<Audience>;
}

function valueFrom(kind: FieldKind, condition: Condition, known: Known): fc.Arbitrary<ItemValue> {
  if (takesNoValue(condition)) return fc.constant(null);
  return VALUES[kind](known);
}

const listOf = (all: readonly (number | string)[]) =>
  fc.subarray([...all], { minLength: 1 }) as fc.Arbitrary<(number | string)[]>;
const days = () => fc.integer({ min: 0, max: 91 });

const VALUES: Readonly<Record<FieldKind, (known: Known) => fc.Arbitrary<ItemValue>>> = {
  user_type: () => fc.constantFrom('S', 'I', 'O'),
  membership: () => fc.constantFrom(0, 1),
  date: days,
  event: days,
  coins: () =>
    fc.oneof(
      fc.constantFrom(...COINS.map((amount) => amount / 100)),
      fc.integer({ min: 0, max: 20_000 }).map((n) => n / 100),
    ),
  count: () => fc.integer({ min: 0, max: 4 }),
  money: () => fc.integer({ min: 0, max: 12 }).map((n) => n * 5),
  class: ({ classes }) => listOf([...classes, 999_999]),
  category: ({ categories }) => listOf([...categories, 999_999]),
  program: ({ programs }) => listOf(programs),
  country: () => listOf(['US', 'DE', 'AT', 'FR']),
  language: () => listOf(['en', 'de', 'zh-TW', 'ar']),
};
