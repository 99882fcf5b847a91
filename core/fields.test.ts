import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dates, id, page, pathId, percentage, programFilter, sortBy, text, textFilter } from './fields.ts';

const refused = (schema: { safeParse(value: unknown): { success: boolean } }, values: unknown[]) =>
  values.filter((value) => schema.safeParse(value).success);

describe('numbers of an address', () => {
  test('take digits and whole numbers alone', () => {
    expect(pathId.parse('12')).toBe(12);
    expect(pathId.parse(12)).toBe(12);
    expect(
      refused(pathId, ['0', '-1', '1e3', '0x1', '1.5', ' 1', '', '99999999999', 2 ** 31, null, true, [], {}]),
    ).toEqual([]);
  });

  test('say of what they refuse what is wrong with it, once', () => {
    const said = (schema: typeof id | typeof pathId, value: unknown) =>
      (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message);
    const most = ['must be at most 2,147,483,647'];
    for (const value of [2 ** 31, 2 ** 53 + 2, 1e300]) {
      expect([said(id, value), said(pathId, value), said(pathId, BigInt(value).toString())]).toEqual([
        most,
        most,
        most,
      ]);
    }
    expect(said(id, -1e300)).toEqual(['must be at least 1']);
    expect(said(pathId, '-1')).toEqual(['must be at least 1']);
    expect([said(id, 0.5), said(id, 'abc'), said(pathId, '0.5')]).toEqual(
      Array.from({ length: 3 }, () => ['must be a whole number']),
    );
    expect(Object.is(programFilter.parse('-0'), 0)).toBe(true);
  });

  test('a page or a program that is not given is the first, or all', () => {
    expect([page.parse(undefined), page.parse(''), page.parse('3')]).toEqual([1, 1, 3]);
    expect([programFilter.parse(undefined), programFilter.parse(''), programFilter.parse('2')]).toEqual([
      0, 0, 2,
    ]);
    expect(refused(page, ['0', -1, 'x'])).toEqual([]);
  });
});

describe('texts', () => {
  test('hold nothing that PostgreSQL cannot', () => {
    expect(refused(text(10), ['a\0', '\ud800', 'x'.repeat(11)])).toEqual([]);
    expect(text(10).parse('日本語🎉')).toBe('日本語🎉');
    expect(textFilter.parse('  Ada ')).toBe('Ada');
  });
});

test('percentages have at most two decimals', () => {
  fc.assert(
    fc.property(fc.nat(10_000), (hundredths) => {
      expect(percentage.safeParse(hundredths / 100).success).toBe(true);
    }),
  );
  expect(
    refused(percentage, [0.001, 99.999, 100.01, -0.01, '5', Number.NaN, Number.POSITIVE_INFINITY]),
  ).toEqual([]);
});

test('dates are two days of the calendar, the first not after the last', () => {
  expect(dates.parse('2024-02-29,2024-03-01')).toBe('2024-02-29,2024-03-01');
  expect(
    refused(dates, [
      '2023-02-29,2023-03-01',
      '2024-13-01,2024-13-02',
      '2024-01-01',
      '0000-01-01,2024-01-01',
      'a,b',
    ]),
  ).toEqual([]);
  expect(dates.parse('2024-02-29,2024-02-29')).toBe('2024-02-29,2024-02-29');
  expect(dates.safeParse('2024-02-02,2024-02-01').error?.issues).toMatchObject([
    { message: 'The first day is after the last' },
  ]);
});

test('ids fit the database, sorts are of the list', () => {
  expect(refused(id, [0, -1, 1.5, 2 ** 31, '1'])).toEqual([]);
  expect(refused(sortBy(['id']), ['email', 1])).toEqual([]);
  expect(sortBy(['id']).parse('')).toBeUndefined();
});
