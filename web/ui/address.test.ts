import { describe, expect, test } from 'vitest';
import {
  addressChoice,
  addressId,
  addressMatching,
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

  test('goes there and back as plain pairs', () => {
    const search = { name: 'a&b=c', dates: '2026-01-01,2026-01-31', page: '2' };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
    expect(stringifySearch({ name: '', add: undefined, page: 2 })).toBe('?page=2');
  });
});
