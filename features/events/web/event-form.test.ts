import { expect, test } from 'vitest';
import type { Event } from '../contract.ts';
import { fixedTerms, NOTHING_FIXED } from '../rules.ts';
import { bodyOf, eventChecks, valuesOf } from './event-form.ts';

const EVENT: Event = {
  id: 1,
  name: 'Summer draw',
  description: '',
  type: 'giveaway',
  price: null,
  ticket_price: 2.5,
  usd_price: 1.99,
  available: 10,
  product_id: 4,
  product: { id: 4, name: 'A violin', type: 'physical' },
  start_at: '2026-10-12T10:00:59.999Z',
  end_at: '2026-11-11T10:00:00.000Z',
  image_id: 7,
  image: '/storage/images/7.png',
  active: 1,
  auto_assign: false,
  program_id: 2,
  featured: false,
  sort_order: null,
  n: 'ended',
  processed: false,
  tickets: 3,
  commitment: '00',
  updated_at: '2026-11-01T00:00:00.000Z',
  archived_at: null,
};

test('what was not touched goes back as it came, to the millisecond', () => {
  const values = valuesOf(EVENT);
  expect(bodyOf(values, EVENT)).toMatchObject({
    start_at: EVENT.start_at,
    end_at: EVENT.end_at,
    image_id: 7,
    ticket_price: 2.5,
    price: null,
    active: true,
    updated_at: EVENT.updated_at,
  });
  expect(bodyOf({ ...values, image: null }, EVENT).image_id).toBe(0);
});

test('another type takes its own price along, and only that', () => {
  const regular = { ...valuesOf(EVENT), type: 'regular' as const, price: 5 };
  expect(bodyOf(regular, EVENT)).toMatchObject({ price: 5, ticket_price: null });
  expect(bodyOf({ ...regular, type: 'giveaway' }, EVENT)).toMatchObject({ price: null, ticket_price: 2.5 });
  expect(eventChecks({ ...regular, price: null })).toEqual({ price: 'Enter a price' });
  expect(eventChecks({ ...regular, ticket_price: null })).toEqual({});
});

test('an event ends after it starts', () => {
  const values = { ...valuesOf(EVENT), start_at: '2026-10-12T10:00' };
  expect(eventChecks({ ...values, end_at: '2026-10-12T10:00' })).toEqual({
    end_at: 'The end must be after the start',
  });
  expect(eventChecks({ ...values, end_at: '2026-10-12T10:01' })).toEqual({});
  expect(eventChecks({ ...values, end_at: '' })).toEqual({});
});

test('what it gives is sent by its id; what cannot be read any more stays', () => {
  const values = valuesOf(EVENT);
  expect(bodyOf(values, EVENT).product_id).toBe(4);
  expect(bodyOf({ ...values, product: null }, EVENT).product_id).toBeNull();
  const old = { ...EVENT, product: null };
  expect(bodyOf(valuesOf(old), old).product_id).toBe(4);
  expect(bodyOf({ ...valuesOf(old), product: { id: 9, name: 'x', type: 'money' } }, old).product_id).toBe(9);
});

test('what buyers went by is fixed with the first ticket, and each field says why', () => {
  const [type, ticket_price] = ['Fixed: tickets were sold.', 'Fixed: tickets were sold at this price.'];
  const product = 'Fixed: tickets were sold for this prize.';
  expect(fixedTerms(EVENT)).toEqual({ type, ticket_price, product });
  expect(fixedTerms({ ...EVENT, tickets: 0 })).toEqual(NOTHING_FIXED);
  // One without a prize can still be given one, until its winner is confirmed.
  expect(fixedTerms({ ...EVENT, product_id: null })).toEqual({ type, ticket_price, product: '' });
  expect(fixedTerms({ ...EVENT, product_id: null, processed: true })).toEqual({
    type,
    ticket_price,
    product: 'Fixed: the winner is confirmed.',
  });
  expect(fixedTerms({ ...EVENT, type: 'regular' })).toEqual({ type, ticket_price: '', product: '' });
});
