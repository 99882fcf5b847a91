import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../features/audit/contract.ts';
import { sentenceOf, textOf } from './audit-sentence.ts';
import { AUDIT_WORDS } from './audit-words.ts';

const said = (values: Partial<AuditEntry>) =>
  textOf(
    sentenceOf({
      id: 1,
      at: '2026-11-20T10:00:00.000Z',
      admin_id: 1,
      admin_email: 'ann@example.com',
      address: '127.0.0.1',
      program_id: 0,
      program_display_name: null,
      entity: 'thing',
      entity_id: '7',
      action: 'update',
      before: null,
      after: null,
      below: 0,
      ...values,
    }),
  );
const row = (type: number, commission: number, more: object = {}) => ({
  type,
  commission,
  referrer_id: null,
  code: null,
  ...more,
});

const placed = (id: number, place: number) => ({ id, place });

test('no two entities are called the same', () => {
  const words = Object.values(AUDIT_WORDS).map(({ word }) => word);
  expect(new Set(words).size).toBe(words.length);
});

describe('an entry as a sentence', () => {
  test.each<[expected: string, entry: Partial<AuditEntry>]>([
    [
      'ann@example.com changed the IBAN of the user “Ada Lovelace”: •••• 5432 → •••• 3000',
      {
        entity: 'site_user',
        action: 'payment_settings',
        before: {
          name: 'Ada Lovelace',
          paid_by: 'bank_deposit',
          fields: { bank_deposit: { iban: { last4: '5432', set: true } } },
        },
        after: {
          name: 'Ada Lovelace',
          paid_by: 'bank_deposit',
          fields: { bank_deposit: { iban: { last4: '3000', set: true } } },
        },
      },
    ],
    [
      'ann@example.com changed the payout details of the user “Ada Lovelace”: payout method none → Venmo, User none → @ada',
      {
        entity: 'site_user',
        action: 'payment_settings',
        before: { name: 'Ada Lovelace', paid_by: null, fields: { venmo: { user: '' } } },
        after: { name: 'Ada Lovelace', paid_by: 'venmo', fields: { venmo: { user: '@ada' } } },
      },
    ],
    ['ann@example.com changed the class session #7', { entity: 'class_session', action: 'update' }],
    [
      'ann@example.com created the batch of LiL tokens #7: 50 tokens, 12.5 LiL-T each',
      { entity: 'token_batch', action: 'create', after: { tokens: 50, amount: 12.5, status: 1 } },
    ],
    [
      'ann@example.com changed the event “Summer”: price 10 → 12 LiL-T',
      { entity: 'event', before: { name: 'Summer', price: 1000 }, after: { name: 'Summer', price: 1200 } },
    ],
    [
      'ann@example.com changed the event “New”: name Old → New, active on → off, usd price none → 3.5 USD, and 1 more field',
      {
        entity: 'event',
        before: { name: 'Old', active: 1, usd_price: null, available: 1 },
        after: { name: 'New', active: 0, usd_price: 350, available: 2 },
      },
    ],
    [
      'ann@example.com changed the gift product “Cash”: type physical → money, digital item none → #9, amount none → USD 5.00',
      {
        entity: 'gift_product',
        before: { name: 'Cash', type: 'physical', nft_image_id: null, amount: null, currency: null },
        after: { name: 'Cash', type: 'money', nft_image_id: 9, amount: 500, currency: 'USD' },
      },
    ],
    [
      'ann@example.com set the programs of the LiL Giveaways category #7: programs 1, 2 → none',
      { entity: 'gift_category', action: 'programs', before: { programs: [1, 2] }, after: { programs: [] } },
    ],
    [
      'ann@example.com redeemed the LiL token #7: used no → yes, user none → #5',
      { entity: 'token', action: 'redeem', before: { used: 0 }, after: { used: 1, user_id: 5 } },
    ],
    [
      'ann@example.com changed the coupon “Spring”: Stripe ID A → B, discount none → 25% off',
      {
        entity: 'coupon',
        before: { coupon_name: 'Spring', coupon_stripe_id: 'A', known: null },
        after: {
          coupon_name: 'Spring',
          coupon_stripe_id: 'B',
          known: { kind: 'percent', value: 25, currency: null, valid: true, redeem_by: null },
        },
      },
    ],
    [
      'ann@example.com set the display order of the event #7: place none → 3',
      { entity: 'event', action: 'display-order', before: { sort_order: 0 }, after: { sort_order: 3 } },
    ],
    [
      'ann@example.com changed the display order of the classes in program #2: 1 added, 2 moved, 1 removed',
      {
        entity: 'class_order',
        entity_id: '2',
        before: { places: [placed(7, 1), placed(8, 2), placed(9, 3)] },
        after: { places: [placed(8, 1), placed(7, 2), placed(5, 3)] },
      },
    ],
    [
      'ann@example.com no longer features the event #7',
      { entity: 'event', action: 'featured', before: { featured: true }, after: { featured: false } },
    ],
    [
      'ann@example.com proposed a winner of the event #7: ticket AB-1, attempt 2, reason: not reached',
      { entity: 'event', action: 'draw', after: { attempt: 2, ticket: 'AB-1', reason: 'not reached' } },
    ],
    [
      'ann@example.com changed the commissions of class #7: platform 20% → 25%, referral code MAY 3% → none, referral of user #5 none → 4%',
      {
        entity: 'class_commission',
        before: { commissions: [row(0, 20), row(3, 3, { code: 'MAY' }), row(4, 80)] },
        after: { commissions: [row(0, 25), row(2, 4, { referrer_id: 5 }), row(4, 71)] },
      },
    ],
    [
      'ann@example.com changed the global site commission: platform none → 20%',
      { entity: 'site_commission', entity_id: '0', after: { commissions: [row(0, 20)] } },
    ],
    [
      'ann@example.com ran the recalculation #7: of class #3: 1 transaction recalculated',
      { entity: 'recalculation', action: 'run', after: { level: 'class', owner_id: 3, charges: 1 } },
    ],
    [
      'ann@example.com recorded the transaction #7: USD 49.99',
      { entity: 'charge', action: 'create', after: { amount: 4999, currency: 'USD' } },
    ],
    [
      'ann@example.com removed the admin user “old@example.com”',
      { entity: 'admin', action: 'delete', before: { email: 'old@example.com' } },
    ],
    ['ann@example.com signed in', { entity: 'session', action: 'sign_in' }],
    [
      'Someone not signed in failed to sign in as an unknown account: Wrong',
      { entity: 'unknown account', action: 'sign_in_failed', admin_id: null, after: { reason: 'Wrong' } },
    ],
    [
      'ann@example.com was denied the call GET /api/wladmin/audit: You may not do this',
      {
        entity: 'call',
        entity_id: 'GET /api/wladmin/audit',
        action: 'denied',
        after: { reason: 'You may not do this' },
      },
    ],
    [
      'The system cleaned up the upload #7',
      { entity: 'upload', action: 'delete', admin_id: null, address: null },
    ],
    [
      'ann@example.com did “turn over” to the spare part #7: depth 1 → 2',
      { entity: 'spare_part', action: 'turn_over', before: { depth: 1 }, after: { depth: 2 } },
    ],
    [
      'Admin #1 changed the event #7: description',
      {
        entity: 'event',
        admin_email: null,
        before: { description: 'x'.repeat(61) },
        after: { description: '' },
      },
    ],
  ])('%s', (expected, entry) => expect(said(entry)).toBe(expected));

  test('has words for each entity and action that is recorded', () => {
    for (const [entity, { actions }] of Object.entries(AUDIT_WORDS))
      for (const action of Object.keys(actions))
        expect(said({ entity, action }), `${action} of ${entity}`).not.toMatch(
          / did “|undefined|null| the the /,
        );
  });
});
