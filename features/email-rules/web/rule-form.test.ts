import { expect, test } from 'vitest';
import { ONE_GROUP } from '../conditions/audience.ts';
import { BLANK_ITEM, type ItemDraft, wholeItems } from '../conditions/drafts.ts';
import type { EmailRule } from '../contract.ts';
import { bodyOf, itemChecks, valuesOf } from './rule-form.ts';

const RULE: EmailRule = {
  id: 1,
  name: 'Come back',
  subject: 'We miss you',
  from_name: 'Provost',
  from_email: 'no-reply@localhost',
  template: 'exclusive-offer.html',
  type: 'exclusive_offers',
  program_id: 2,
  active: 1,
  run_after: '2026-10-12T10:00:59.999Z',
  every_days: 7,
  repeat_count: 3,
  items: [{ field_name: 'membership', condition: 'equals', value: 0 }],
  ...ONE_GROUP,
  groups: [],
  exclude: [],
  updated_at: '2026-11-01T00:00:00.000Z',
  archived_at: null,
  ran_at: null,
  failed_at: null,
  failure: null,
  first_mails_at: null,
  undo: null,
};

test('a moment that was not touched goes back to the millisecond, another as it is typed', () => {
  const values = valuesOf(RULE);
  expect(bodyOf(values, RULE)).toMatchObject({ run_after: RULE.run_after, active: true, items: RULE.items });
  const typed = bodyOf({ ...values, run_after: '2026-12-24T18:00' }, RULE).run_after;
  expect(new Date(typed)).toEqual(new Date('2026-12-24T18:00'));
  expect(bodyOf({ ...values, run_after: '' }, RULE).run_after).toBe('');
});

const FAULTS: [draft: Partial<ItemDraft>, faults: object][] = [
  [{}, { 'items.0.field_name': 'Choose a field' }],
  [
    { field_name: 'user_type' },
    { 'items.0.condition': 'Choose a condition', 'items.0.value': 'Choose a value' },
  ],
  [{ field_name: 'dateadded', condition: 'days_older_than' }, { 'items.0.value': 'Enter a number' }],
  [
    { field_name: 'dateadded', condition: 'days_older_than', value: 1.5 },
    { 'items.0.value': 'must be a whole number of at most 36500 days' },
  ],
  [{ field_name: 'membership', condition: 'equals', value: 0 }, {}],
];

test.each(FAULTS)('what is wrong with a condition is said where it is: %o', (part, faults) => {
  const items = [{ ...BLANK_ITEM, ...part }];
  expect(itemChecks({ ...valuesOf(RULE), items })).toEqual(faults);
  expect(wholeItems(items)).toEqual(Object.keys(faults).length === 0 ? items : null);
});

test('no condition is no rule', () => {
  expect(wholeItems([])).toBeNull();
});
