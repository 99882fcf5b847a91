import { describe, expect, test } from 'vitest';
import { keptProgram } from '../program/kept-program.ts';
import { namedProgram } from '../program/program-in-address.ts';
import {
  addressChoice,
  addressId,
  addressMatching,
  addressNumber,
  addressPage,
  addressText,
  parseSearch,
  stringifySearch,
} from './address.ts';

describe('what stands in an address', () => {
  test('counts as not being there where it cannot be read', () => {
    for (const unreadable of [undefined, '', 'x', '-1', '1.5', '1e99', 'NaN', {}, ['1']]) {
      expect(addressPage(unreadable)).toBe(1);
      expect(addressId(unreadable)).toBe(0);
      expect(addressChoice(['asc', 'desc'])(unreadable)).toBeUndefined();
      expect(addressMatching(/^\d\d$/)(unreadable)).toBe('');
    }
    expect(addressPage('0')).toBe(1);
    expect(addressText(undefined)).toBe('');
    expect(addressText('x'.repeat(201))).toBe('');
  });

  test('is read as what it is', () => {
    expect(addressPage('3')).toBe(3);
    expect(addressId(17)).toBe(17);
    expect(addressText('#12 Ada')).toBe('#12 Ada');
    expect(addressChoice(['asc', 'desc'])('desc')).toBe('desc');
    expect(addressMatching(/^\d\d$/)('07')).toBe('07');
  });

  test.each([
    undefined,
    null,
    '',
    ' ',
    'x',
    ' 1',
    '1 ',
    '01',
    '00',
    '-0',
    '-1',
    '+1',
    '1.0',
    '1.5',
    '1e0',
    '1e99',
    '0x1',
    '1_000',
    '１',
    'NaN',
    '2147483648',
    '99999999999',
    1.5,
    -1,
    Number.NaN,
    1e21,
    true,
    {},
    ['1'],
  ])('%j is no number of the product’s, for an id, a page or a program', (value) => {
    expect(addressNumber(value)).toBeNull();
    expect([addressId(value), addressPage(value), namedProgram({ program_id: value })]).toEqual([0, 1, null]);
    expect(keptProgram(() => ({ getItem: () => value as string }), 1)).toBe(0);
  });

  test.each([['1'], ['17'], ['2147483647'], [17]])('%j is read alike by all', (value) => {
    const number = Number(value);
    expect([addressNumber(value), addressId(value), addressPage(value)]).toEqual([number, number, number]);
    expect(namedProgram({ program_id: value })).toBe(number);
    expect(keptProgram(() => ({ getItem: () => String(value) }), 1)).toBe(number);
  });

  test('goes there and back as plain pairs', () => {
    const search = { name: 'a&b=c', dates: '2026-01-01,2026-01-31', page: '2' };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
    expect(stringifySearch({ name: '', add: undefined, page: 2 })).toBe('?page=2');
  });
});
