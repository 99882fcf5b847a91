import { expect, test } from 'vitest';
import { BLANK_ITEM, type ItemDraft } from '../rule-items.ts';
import type { Condition, FieldName, UserType } from '../rules.ts';
import { oftenOf, whoOf } from './rule-sentence.ts';

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

const CLAUSES: [field: FieldName, condition: Condition, value: number | UserType, clause: string][] = [
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

function item(field_name: FieldName, condition: Condition, value: number | UserType): ItemDraft {
  return { field_name, condition, value };
}
