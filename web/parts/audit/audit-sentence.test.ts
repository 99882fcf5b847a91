import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../features/audit/contract.ts';
import { sentenceOf, textOf } from './audit-sentence.ts';
import { AUDIT_WORDS } from './audit-words.ts';

const named = (name: string, currency: string | null = null) => ({ name, currency });
const NAMES = {
  program: { 1: named('Brightside'), 2: named('Second') },
  site_user: { 5: named('Grace Hopper') },
  class: { 3: named('Pottery', 'EUR') },
  charge: { 9: named('Grace Hopper', 'JPY') },
};

const said = (values: Partial<AuditEntry>) =>
  textOf(
    sentenceOf(
      {
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
      },
      NAMES,
    ),
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
      'ann@example.com changed the IBAN of Ada Lovelace #7 (•••• 5432 → •••• 3000)',
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
      'ann@example.com changed the payout details of Ada Lovelace #7: payout method none → Venmo, User none → @ada',
      {
        entity: 'site_user',
        action: 'payment_settings',
        before: { name: 'Ada Lovelace', paid_by: null, fields: { venmo: { user: '' } } },
        after: { name: 'Ada Lovelace', paid_by: 'venmo', fields: { venmo: { user: '@ada' } } },
      },
    ],
    ['ann@example.com changed the class session #7', { entity: 'class_session', action: 'update' }],
    [
      'ann@example.com created the batch of LiL tokens #7: 50 tokens, amount LiL-T 12.50',
      { entity: 'token_batch', action: 'create', after: { tokens: 50, amount: 12.5, status: 1 } },
    ],
    [
      'ann@example.com changed the price of the event “Summer” #7 (LiL-T 10.00 → LiL-T 12.00)',
      { entity: 'event', before: { name: 'Summer', price: 1000 }, after: { name: 'Summer', price: 1200 } },
    ],
    [
      'ann@example.com changed the event “New” #7: name Old → New, active → inactive, USD price none → USD 3.50, and 2 more fields',
      {
        entity: 'event',
        before: { name: 'Old', active: 1, usd_price: null, available: 1, price: 1 },
        after: { name: 'New', active: 0, usd_price: 350, available: 2, price: 2 },
      },
    ],
    [
      'ann@example.com changed the gift product “Cash” #7: type physical → money, digital item, amount none → USD 5.00',
      {
        entity: 'gift_product',
        before: { name: 'Cash', type: 'physical', nft_image_id: null, amount: null, currency: null },
        after: { name: 'Cash', type: 'money', nft_image_id: 9, amount: 500, currency: 'USD' },
      },
    ],
    [
      'ann@example.com set the programs of the LiL Giveaways category #7: “Brightside”, #9 → none',
      { entity: 'gift_category', action: 'programs', before: { programs: [1, 9] }, after: { programs: [] } },
    ],
    [
      'ann@example.com redeemed the LiL token #7: user Grace Hopper',
      { entity: 'token', action: 'redeem', before: { used: 0 }, after: { used: 1, user_id: 5 } },
    ],
    [
      'ann@example.com changed the coupon “Spring” #7: Stripe ID A → B, discount none → 25% off',
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
      'ann@example.com changed the class price of the class “Pottery” #3 (EUR 14.99 → EUR 15.50)',
      { entity: 'class', entity_id: '3', before: { class_price: 1499 }, after: { class_price: 1550 } },
    ],
    [
      // Without the currency of its record an amount is no amount.
      'ann@example.com changed the class price of the class #7',
      { entity: 'class', before: { class_price: 1499 }, after: { class_price: 1550 } },
    ],
    [
      'ann@example.com changed the class “Pottery” #3: active → inactive, membership discount 5% → 12.5%',
      {
        entity: 'class',
        entity_id: '3',
        before: { status: 1, membership_discount: 500 },
        after: { status: 0, membership_discount: 1250 },
      },
    ],
    [
      'ann@example.com downloaded the report of the class “Pottery” #3',
      { entity: 'class', entity_id: '3', action: 'report' },
    ],
    [
      'ann@example.com reversed LiL-T entry #871 for Grace Hopper #5: +120.50 LiL-T, “Sent back”',
      {
        entity: 'site_user',
        entity_id: '5',
        action: 'reverse_lilt',
        before: { lilt_balance: 2729.5, lilt_total: 2850 },
        after: { entry: 871, reason: 'Sent back', lilt_balance: 2850, lilt_total: 2850 },
      },
    ],
    [
      'ann@example.com changed the prize delivery of Grace Hopper #5',
      {
        entity: 'site_user',
        entity_id: '5',
        before: { lilt_delivery: '{"street":"1"}' },
        after: { lilt_delivery: '{"street":"2"}' },
      },
    ],
    [
      'ann@example.com changed the status of the refund #7 (sending → succeeded)',
      {
        entity: 'refund',
        before: { state: 'sending' },
        after: { state: 'succeeded', provider_refund: 're_1' },
      },
    ],
    [
      'ann@example.com fulfilled the order #7: fulfillment #98',
      {
        entity: 'gift_purchase',
        action: 'fulfil',
        before: { fulfilled: 0 },
        after: { fulfilled: 1, fulfilment_id: 98 },
      },
    ],
    [
      'ann@example.com changed the payout of the transaction share #7: automatic → excluded manually',
      {
        entity: 'payout_transaction',
        action: 'switch',
        before: { override: null },
        after: { override: '-1' },
      },
    ],
    [
      'ann@example.com unenrolled Grace Hopper from “Pottery”',
      {
        entity: 'enrolment',
        action: 'unenrol',
        before: { class_id: 3, user_id: 5, enrol_status: 0 },
        after: { class_id: 3, user_id: 5, enrol_status: 5 },
      },
    ],
    [
      'ann@example.com marked the transaction #9 of Grace Hopper as disputed',
      {
        entity: 'charge',
        entity_id: '9',
        action: 'dispute',
        before: { disputed_at: null },
        after: { disputed_at: '2026-11-20T10:00:00.000Z', outcome: null },
      },
    ],
    [
      'ann@example.com changed the class #7',
      { entity: 'class', before: { unknown_field: 1 }, after: { unknown_field: 2 } },
    ],
    [
      'ann@example.com set the display order of the event #7: place none → 3',
      { entity: 'event', action: 'display-order', before: { sort_order: 0 }, after: { sort_order: 3 } },
    ],
    [
      'ann@example.com changed the display order of the classes in program “Second” #2: 1 added, 2 moved, 1 removed',
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
      'ann@example.com proposed a winner of the event #7: ticket AB-1, “not reached”',
      { entity: 'event', action: 'draw', after: { attempt: 2, ticket: 'AB-1', reason: 'not reached' } },
    ],
    [
      'ann@example.com changed the commissions of class #7: platform 20% → 25%, referral code MAY 3% → none, referral of Grace Hopper none → 4%',
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
      'ann@example.com ran the recalculation #7: of class “Pottery”: 1 transaction recalculated',
      { entity: 'recalculation', action: 'run', after: { level: 'class', owner_id: 3, charges: 1 } },
    ],
    [
      'ann@example.com recorded the transaction #7: USD 49.99',
      { entity: 'charge', action: 'create', after: { amount: 4999, currency: 'USD' } },
    ],
    [
      'ann@example.com removed the admin user “old@example.com” #7',
      { entity: 'admin', action: 'delete', before: { email: 'old@example.com' } },
    ],
    ['ann@example.com signed in', { entity: 'session', action: 'sign_in' }],
    [
      'Someone not signed in failed to sign in as an unknown account: “Wrong”',
      { entity: 'unknown account', action: 'sign_in_failed', admin_id: null, after: { reason: 'Wrong' } },
    ],
    [
      'ann@example.com was denied the call GET /api/wladmin/audit: “You may not do this”',
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
      'ann@example.com recorded “turn over” of the spare part #7',
      { entity: 'spare_part', action: 'turn_over', before: { depth: 1 }, after: { depth: 2 } },
    ],
    [
      'Admin #1 changed the description of the event #7',
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
