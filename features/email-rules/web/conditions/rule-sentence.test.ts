import fc from 'fast-check';
import { expect, test } from 'vitest';
import { audienceFrom } from '../../../../test/rows/random-audience.ts';
import { type AudienceDraft, ONE_GROUP, placedItems } from '../../conditions/audience.ts';
import { BLANK_ITEM, type ItemDraft } from '../../conditions/drafts.ts';
import type { Condition, FieldName } from '../../conditions/fields.ts';
import type { ItemValue, UserType } from '../../conditions/items.ts';
import { clauseOf, PEOPLE } from './clauses.ts';
import { isUnfinished, oftenOf, whoOf as whoOfAudience } from './rule-sentence.ts';

const NAMES: Record<number, string> = { 5: 'Pottery', 6: 'Weaving', 7: 'Crafts' };
const nameOf = (_: string, id: number) => NAMES[id] ?? `#${id}`;
const whoOf = (items: ItemDraft[], more: Partial<AudienceDraft> = {}) =>
  whoOfAudience({ ...ONE_GROUP, items, ...more }, nameOf);

test('the sentence of the specification', () => {
  expect(
    whoOf([
      item('user_type', 'equals', 'S'),
      item('dateadded', 'days_older_than', 30),
      item('membership', 'equals', 0),
    ]),
  ).toBe('Students who joined more than 30 days ago and are not members');
  expect(oftenOf({ repeat_count: 3, every_days: 7 })).toBe('up to 3 emails, 7 days apart');
});

test('without a condition, or with one that is not finished, no sentence says who is reached', () => {
  const unfinished = (items: ItemDraft[], more: Partial<AudienceDraft> = {}) =>
    isUnfinished({ ...ONE_GROUP, items, ...more });
  const whole = item('membership', 'equals', 1);
  expect(unfinished([])).toBe(true);
  expect(unfinished([whole])).toBe(false);
  expect(unfinished([whole, BLANK_ITEM])).toBe(true);
  expect(unfinished([whole], { exclude: [{ match: 'all', items: [BLANK_ITEM] }] })).toBe(true);
});

const CLAUSES: [field: FieldName, condition: Condition, value: ItemValue, clause: string][] = [
  ['user_type', 'not_equals', 'I', 'Users who are not instructors'],
  ['user_type', 'equals', 'O', 'Organizations'],
  ['membership', 'equals', 1, 'Users who are members'],
  ['membership', 'not_equals', 1, 'Users who are not members'],
  ['membership', 'not_equals', 0, 'Users who are members'],
  ['dateadded', 'days_newer_than', 1, 'Users who joined less than 1 day ago'],
  ['membership_at', 'days_older_than', 365, 'Users who became members more than 365 days ago'],
  ['membership_at', 'days_newer_than', 0, 'Users who became members less than 0 days ago'],
  ['lilt_balance', 'equals', 0, 'Users who have exactly 0 LiL-T'],
  ['lilt_balance', 'not_equals', 2.5, 'Users who do not have exactly 2.5 LiL-T'],
  ['lilt_balance', 'greater', 1500, 'Users who have more than 1,500 LiL-T'],
  ['lilt_total', 'less', 10, 'Users who have earned less than 10 LiL-T in total'],
  ['lilt_total', 'not_equals', 10, 'Users who have not earned exactly 10 LiL-T in total'],
  ['bought', 'never', null, 'Users who have never bought anything'],
  ['bought', 'ever', null, 'Users who have bought something'],
  ['bought', 'in_last_days', 1, 'Users who have bought something in the last 1 day'],
  ['bought', 'not_in_last_days', 60, 'Users who have bought nothing in the last 60 days'],
  ['bought_count', 'greater', 3, 'Users who have made more than 3 purchases'],
  ['bought_count', 'not_equals', 1, 'Users who have not made exactly 1 purchase'],
  ['bought_class', 'any_of', [5, 6], 'Users who have bought Pottery or Weaving'],
  ['bought_class', 'none_of', [5, 9], 'Users who have not bought Pottery or #9'],
  ['bought_category', 'none_of', [7], 'Users who have not bought a class in Crafts'],
  ['enrolled_class', 'any_of', [5], 'Users who are enrolled in Pottery'],
  ['enrolled_category', 'none_of', [7], 'Users who are not enrolled in a class in Crafts'],
  ['country', 'any_of', ['DE', 'AT'], 'Users who live in Germany or Austria'],
  ['country', 'none_of', ['US'], 'Users who do not live in the United States'],
  ['language', 'any_of', ['de', 'fr', 'it'], 'Users who use German, French or Italian'],
  ['program', 'none_of', [7], 'Users who do not belong to Crafts'],
  ['last_seen', 'not_in_last_days', 30, 'Users who were not seen on the site in the last 30 days'],
  ['last_seen', 'never', null, 'Users who have never been seen on the site'],
];

test.each(CLAUSES)('%s %s %s: %s', (field_name, condition, value, sentence) => {
  expect(whoOf([item(field_name, condition, value)])).toBe(sentence);
});

test('several types of users are said as they stand: nobody is both', () => {
  const both = [item('user_type', 'equals', 'S'), item('user_type', 'equals', 'I')];
  expect(whoOf(both)).toBe('Users who are students and are instructors');
  expect(whoOf([item('user_type', 'equals', 'S'), item('user_type', 'not_equals', 'I')])).toBe(
    'Students who are not instructors',
  );
});

test('three clauses are a list', () => {
  const three = [
    item('membership', 'equals', 1),
    item('lilt_balance', 'greater', 5),
    item('dateadded', 'days_newer_than', 9),
  ];
  expect(whoOf(three)).toBe('Users who are members, have more than 5 LiL-T and joined less than 9 days ago');
});

test('what is not chosen yet stands open', () => {
  expect(whoOf([BLANK_ITEM])).toBe('Users who …');
  expect(whoOf([{ ...BLANK_ITEM, field_name: 'membership' }])).toBe('Users who …');
  expect(whoOf([{ ...BLANK_ITEM, field_name: 'dateadded', condition: 'days_older_than' }])).toBe(
    'Users who joined more than … days ago',
  );
  expect(whoOf([{ ...BLANK_ITEM, field_name: 'user_type', condition: 'equals' }])).toBe('Users who are …');
  expect(oftenOf({ repeat_count: null, every_days: null })).toBe('up to … emails, … days apart');
});

test('how often: once, so many times, or without end', () => {
  expect(oftenOf({ repeat_count: 1, every_days: 30 })).toBe('once');
  expect(oftenOf({ repeat_count: 2, every_days: 1 })).toBe('up to 2 emails, 1 day apart');
  expect(oftenOf({ repeat_count: 0, every_days: 14 })).toBe('no limit, 14 days apart');
});

test('an amount has its currency', () => {
  const spent = { ...item('bought_amount', 'greater', 1500), currency: 'EUR' as const };
  expect(whoOf([spent])).toBe('Users who have spent more than EUR 1,500');
  expect(whoOf([{ ...spent, currency: null }])).toBe('Users who have spent more than … 1,500');
});

const nothing = item('bought', 'not_in_last_days', 60);
const german = item('country', 'any_of', ['DE', 'AT']);
const potters = { match: 'all', items: [item('enrolled_class', 'any_of', [5])] } as const;

test('whom a rule excludes is said last', () => {
  expect(whoOf([nothing, german], { exclude: [potters] })).toBe(
    'Users who have bought nothing in the last 60 days and live in Germany or Austria, but not those who are enrolled in Pottery',
  );
  const both = { match: 'any', items: [item('membership', 'equals', 1), german] } as const;
  expect(whoOf([nothing], { exclude: [potters, both] })).toBe(
    'Users who have bought nothing in the last 60 days, but not those who are enrolled in Pottery or who (are members or live in Germany or Austria)',
  );
});

test('any of a group is "or", and groups beside each other are told apart', () => {
  expect(whoOf([nothing, german], { items_match: 'any' })).toBe(
    'Users who have bought nothing in the last 60 days or live in Germany or Austria',
  );
  const groups = [{ match: 'any', items: [german, item('membership', 'equals', 1)] } as const];
  const students = item('user_type', 'equals', 'S');
  expect(whoOf([students, nothing], { groups })).toBe(
    'Students who have bought nothing in the last 60 days and (live in Germany or Austria or are members)',
  );
  expect(whoOf([students, nothing], { groups, groups_match: 'any' })).toBe(
    'Users who (are students and have bought nothing in the last 60 days) or (live in Germany or Austria or are members)',
  );
  expect(whoOf([students], { groups: [potters] })).toBe('Students who are enrolled in Pottery');
  expect(whoOf([students, nothing], { items_match: 'any' })).toBe(
    'Users who are students or have bought nothing in the last 60 days',
  );
});

test('whatever the rule, its sentence says each of its conditions', () => {
  const known = { programs: [1, 2], categories: [3, 4], classes: [5, 6] };
  fc.assert(
    fc.property(audienceFrom(known), (audience) => {
      const sentence = whoOfAudience(audience, nameOf);
      for (const { item: one } of placedItems(audience)) {
        const head = one.field_name === 'user_type' && one.condition === 'equals' ? String(one.value) : null;
        const said = head === null ? clauseOf(one, nameOf) : PEOPLE[head as UserType];
        expect(sentence.toLowerCase()).toContain(said.toLowerCase());
      }
      const excluding = audience.exclude.length > 0;
      expect(sentence.includes(', but not those who ')).toBe(excluding);
    }),
    { numRuns: 500 },
  );
});

function item(field_name: FieldName, condition: Condition, value: ItemValue): ItemDraft {
  return { field_name, condition, value };
}
