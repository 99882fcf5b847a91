import { describe, expect, test } from 'vitest';
import { deliveryLine, missingFromDelivery, parseDelivery, writeDelivery } from './delivery.ts';

const ADA = { name: 'Ada', street: '1 Main St', zip: 90210, country: 'USA', country_id: 'US' };

test('an address is read field by field, figures as text', () => {
  expect(parseDelivery(JSON.stringify(ADA))).toMatchObject({
    name: 'Ada',
    zip: '90210',
    city: '',
    country_id: 'us',
  });
  expect(parseDelivery('  ')).toMatchObject({ name: '', country_id: '' });
  expect(parseDelivery('{"name":null}')).toMatchObject({ name: '' });
});

test('what is no address is null, never a throw', () => {
  const hostile = [
    '12 Main St',
    '[]',
    'null',
    '"a"',
    '3',
    '{"name":',
    '{"name":{"first":"A"}}',
    '{"zip":[1]}',
  ];
  for (const text of hostile) expect(parseDelivery(text), text).toBeNull();
});

test('a change keeps what else stands in the text, as it was', () => {
  const text = JSON.stringify({ ...ADA, door: { code: 7 } });
  expect(JSON.parse(writeDelivery(text, { city: 'Springfield' }))).toEqual({
    ...ADA,
    city: 'Springfield',
    door: { code: 7 },
  });
  expect(JSON.parse(writeDelivery('', { country: 'Canada', country_id: 'ca' }))).toEqual({
    country: 'Canada',
    country_id: 'ca',
  });
});

test('an address of which nothing is left is no text; what is not ours keeps it', () => {
  expect(writeDelivery('{"name":"A"}', { name: '' })).toBe('');
  expect(writeDelivery('', { name: '' })).toBe('');
  expect(writeDelivery('{"name":"A","door":1}', { name: '' })).toBe('{"name":"","door":1}');
});

test('in one line', () => {
  expect(deliveryLine(JSON.stringify(ADA))).toBe('Ada, 1 Main St, 90210, USA');
  expect(deliveryLine('ring twice')).toBe('ring twice');
});

describe('what a parcel still needs', () => {
  const whole = {
    name: 'Ada',
    street: 'Elm 1',
    city: 'Springfield',
    state: 'IL',
    zip: 62701,
    country_id: 'US',
  };
  const missing = (change: object) => missingFromDelivery(JSON.stringify({ ...whole, ...change }));

  test('nothing of an address that has all of it, also in its second line', () => {
    expect(missing({})).toEqual([]);
    expect(missing({ street: '', address: 'PO box 7' })).toEqual([]);
  });

  test('each part by its name', () => {
    expect(missing({ name: ' ', zip: '', street: '' })).toEqual(['name', 'street', 'postal code']);
    expect(missing({ city: null, state: undefined, country_id: 'fr' })).toEqual(['city', 'state', 'country']);
  });

  test('a text that nobody can read', () => {
    expect(missingFromDelivery('Elm 1 {')).toEqual(['a recognised address']);
    expect(missing({ name: { first: 'Ada' } })).toEqual(['a recognised address']);
    expect(missingFromDelivery('')).toHaveLength(6);
  });
});
