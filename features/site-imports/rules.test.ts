import { describe, expect, test } from 'vitest';
import { dayOf, isPaidStatus, momentOf, plainAmount } from './cells.ts';
import { type Columns, MOVED_KINDS, type MovedKind, mappingOf, titlesOf, whyNoReference } from './rules.ts';

/** Headers by their field. */
const columnsOf = (kind: MovedKind, headers: string[], chosen: Columns) => {
  const mapping = mappingOf(kind, headers, chosen);
  if (typeof mapping === 'string') return mapping;
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([header, field]) => (field ? [[field, header]] : [])),
  );
};

describe('an export of', () => {
  test.each<[string, string, Record<string, string>]>([
    [
      'Stripe',
      'id,Created date (UTC),Amount,Amount Refunded,Currency,Captured,Fee,Description,Status,Customer Email,PaymentIntent ID,provost_class (metadata)',
      {
        reference: 'id',
        occurred_at: 'Created date (UTC)',
        amount: 'Amount',
        refunded: 'Amount Refunded',
        currency: 'Currency',
        description: 'Description',
        status: 'Status',
        email: 'Customer Email',
        provider_ref: 'PaymentIntent ID',
        class: 'provost_class (metadata)',
      },
    ],
    [
      'Teachable',
      'Sale ID,Purchased At,Course Name,User Email,Final Price,Currency,Refunded Amount',
      {
        reference: 'Sale ID',
        occurred_at: 'Purchased At',
        class: 'Course Name',
        email: 'User Email',
        amount: 'Final Price',
        currency: 'Currency',
        refunded: 'Refunded Amount',
      },
    ],
    [
      'Thinkific',
      'Order Number,Order Date,Product Name,Student Email,Amount Paid,Currency',
      {
        reference: 'Order Number',
        occurred_at: 'Order Date',
        class: 'Product Name',
        email: 'Student Email',
        amount: 'Amount Paid',
        currency: 'Currency',
      },
    ],
    [
      'Kajabi',
      'Transaction ID,Created At,Offer Title,Member Email,Amount,Currency,Status',
      {
        reference: 'Transaction ID',
        occurred_at: 'Created At',
        class: 'Offer Title',
        email: 'Member Email',
        amount: 'Amount',
        currency: 'Currency',
        status: 'Status',
      },
    ],
    [
      'Shopify',
      'Id,Name,Email,Financial Status,Paid at,Currency,Subtotal,Total,Discount Amount,Lineitem name,Refunded Amount',
      {
        reference: 'Id',
        email: 'Email',
        status: 'Financial Status',
        occurred_at: 'Paid at',
        currency: 'Currency',
        amount: 'Total',
        discount_amount: 'Discount Amount',
        class: 'Lineitem name',
        refunded: 'Refunded Amount',
      },
    ],
  ])('%s', (_, headers, columns) => {
    expect(columnsOf('charges', headers.split(','), {})).toEqual(columns);
  });
});

test('a column that is named is taken, and its header is free for no other field', () => {
  const columns = columnsOf('charges', ['id', 'date', 'Amount', 'Paid'], {
    amount: 'Paid',
    reference: 'Amount',
  });
  expect(columns).toEqual({ amount: 'Paid', reference: 'Amount', occurred_at: 'date' });
  expect(columnsOf('charges', ['id', 'Type'], { type: '' })).toEqual({ reference: 'id' });
  expect(columnsOf('charges', ['id'], { amount: 'Price' })).toBe('There is no column "Price"');
  expect(columnsOf('coins', ['id'], { currency: 'id' })).toBe('There is no field "currency" of coins');
  expect(whyNoReference({ email: 'email' })).toMatch(/column with a reference/);
  expect([whyNoReference({ a: 'reference' }), whyNoReference({ a: 'provider_ref' })]).toEqual([null, null]);
});

test.each<[MovedKind, string, Record<string, string>]>([
  [
    'enrolments',
    'id,User Email,Course Name,Enrolled At',
    { reference: 'id', email: 'User Email', class: 'Course Name', occurred_at: 'Enrolled At' },
  ],
  [
    'coins',
    'id,email,Points,Rule,Awarded at',
    { reference: 'id', email: 'email', amount: 'Points', reason: 'Rule', occurred_at: 'Awarded at' },
  ],
  [
    'tickets',
    'id,email,event,quantity,date',
    { reference: 'id', email: 'email', event_id: 'event', quantity: 'quantity', occurred_at: 'date' },
  ],
])('%s have their moment', (kind, headers, columns) => {
  expect(columnsOf(kind, headers.split(','), {})).toEqual(columns);
});

test.each(MOVED_KINDS)('columns of %s that are called as the screen calls them are known', (kind) => {
  const titles = titlesOf(kind);
  expect(columnsOf(kind, Object.values(titles).toReversed(), {})).toEqual(titles);
  for (const title of Object.values(titles))
    expect(columnsOf(kind, [title.toUpperCase()], {})).toEqual(
      Object.fromEntries(
        Object.entries(titles).flatMap(([field, one]) =>
          one === title ? [[field, title.toUpperCase()]] : [],
        ),
      ),
    );
});

test('moments are read with and without an offset, and days that are none are not', () => {
  expect(
    [
      '2024-01-31T12:00:00+01:00',
      '2023-05-01 10:00:00 -0400',
      '2024-01-31 12:00',
      '2024-01-31 12:00:05 UTC',
      '2024-01-31',
      '2024-02-30',
      '2024-13-01',
      '01/02/2024',
      '',
    ].map(momentOf),
  ).toEqual([
    '2024-01-31T11:00:00.000Z',
    '2023-05-01T14:00:00.000Z',
    '2024-01-31T12:00:00.000Z',
    '2024-01-31T12:00:05.000Z',
    '2024-01-31T00:00:00.000Z',
    null,
    null,
    null,
    null,
  ]);
  expect(dayOf('2024-01-31T23:30:00-02:00')).toBe('2024-02-01T00:00:00.000Z');
});

test('amounts lose signs and thousands, and nothing else', () => {
  expect(
    ['$1,234.50', '1.234,50 €', '49,99', '1,234', '49.99', '-5', '1.234.567', 'x'].map(plainAmount),
  ).toEqual(['1234.50', '1234.50', '49.99', '1234', '49.99', '-5', '1.234.567', '']);
});

test('payments stand when they were paid', () => {
  expect(
    ['Paid', 'succeeded', 'partially_refunded', 'Failed', 'refunded', 'pending'].map(isPaidStatus),
  ).toEqual([true, true, true, false, false, false]);
});
