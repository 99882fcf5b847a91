import { expect, test } from 'vitest';
import { COUNTRY_CODES, CURRENCY_CODES } from './codes.ts';
import {
  faultOf,
  lastOf,
  METHOD_FIELDS,
  METHOD_SECRETS,
  METHODS,
  type Method,
  missingFor,
  tidied,
} from './rules.ts';

const verdict = (method: Method, field: string, typed: string) =>
  faultOf(method, field, tidied(field, typed)) === null;

test.each<[Method, string, string[], string[]]>([
  [
    'bank_deposit',
    'iban',
    ['DE89 3704 0044 0532 0130 00', 'gb82-west-1234-5698-7654-32', ''],
    ['DE89370400440532013001', 'DE8937040044053201300', 'XX89370400440532013000', '532013000'],
  ],
  [
    'direct',
    'routing_number',
    ['021000021', '0110 0001 5', '121000248'],
    ['021000022', '02100002', '0210000210', '000000000', 'abcdefghi'],
  ],
  ['direct', 'account', ['1234', '12345678901234567', '12-3456'], ['123', '123456789012345678', '12a4']],
  [
    'unionpay',
    'card_number',
    ['6200 0000 0000 0005', '6250941006528599'],
    ['6200000000000006', '62', '6200x00000000005'],
  ],
  ['paypal', 'user', ['ada@example.org', '@ada', 'ü@exämple.org'], ['ada', '@', 'a@b', 'a b@c.de', '@a b']],
  ['venmo', 'user', ['@ada-lovelace'], ['ada-lovelace']],
  ['alipay', 'account_currency', ['USD', 'cny'], ['US', 'DEM', 'XXX']],
  ['alipay', 'country', ['US', 'de'], ['UK', 'USA', 'XX']],
  ['alipay', 'full_name', ['Anyone', ''], []],
])('%s.%s takes what is right and nothing else', (method, field, right, wrong) => {
  expect(right.filter((value) => !verdict(method, field, value))).toEqual([]);
  expect(wrong.filter((value) => verdict(method, field, value))).toEqual([]);
});

test('codes are those of the standards, each once', () => {
  expect([new Set(CURRENCY_CODES).size, new Set(COUNTRY_CODES).size]).toEqual([CURRENCY_CODES.length, 249]);
  const currencies = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });
  const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  // The newest two are not in every edition of the names.
  const unknown = CURRENCY_CODES.filter((code) => !currencies.of(code));
  expect(unknown.filter((code) => code !== 'XCG' && code !== 'ZWG')).toEqual([]);
  expect(COUNTRY_CODES.filter((code) => !countries.of(code))).toEqual([]);
});

test('shows the last four of a secret, and never more than half of it', () => {
  expect(['', '1', '12', '123456', '12345678', 'DE89370400440532013000'].map(lastOf)).toEqual([
    '',
    '',
    '2',
    '456',
    '5678',
    '3000',
  ]);
});

test('every secret belongs to one method', () => {
  for (const secret of METHOD_SECRETS)
    expect(
      METHODS.filter((method) => (METHOD_FIELDS[method] as readonly string[]).includes(secret)),
    ).toHaveLength(1);
});

test('says what a payment still needs: of a bank account one number', () => {
  expect(missingFor('bank_deposit', { full_name: 'Ada', country: 'DE', account_currency: 'EUR' })).toEqual([
    'IBAN or Account number',
  ]);
  const iban = { last4: '3000', set: true };
  expect(
    missingFor('bank_deposit', { full_name: 'Ada', country: 'DE', account_currency: 'EUR', iban }),
  ).toEqual([]);
  expect(missingFor('direct', {})).toEqual(['Routing number', 'Account']);
  expect(missingFor('bank_deposit', { iban })).toEqual(['Full name', 'Account currency', 'Country']);
});
