/** Rows of payment files, whose accounts hold. */
import type { BatchFacts, FileRow } from '../../features/payouts/server/files/rows.ts';

const DETAILS: Record<FileRow['method'], Record<string, string>> = {
  alipay: { full_name: '王芳', id: '208812345', account_currency: 'CNY' },
  bank_deposit: {
    full_name: 'Zoë Müller & Söhne',
    iban: 'DE89370400440532013000',
    bank_name: 'Bank, the "first"',
    account_currency: 'EUR',
    address: 'Weg 1; Hof',
    city: 'Köln',
    country: 'DE',
  },
  direct: { routing_number: '021000021', account: '123456789' },
  none: {},
  paypal: { user: 'ada@example.com' },
  unionpay: {
    full_name: 'Wang Fang',
    card_number: '6250941006528599',
    account_currency: 'CNY',
    country: 'CN',
  },
  venmo: { user: '@ada-lovelace' },
};

export function fileRow(payout_id: number, { details, ...values }: Partial<FileRow> = {}): FileRow {
  const method = values.method ?? 'none';
  return {
    payout_id,
    name: `Payee ${payout_id}`,
    currency: 'USD',
    amount: 1000 + payout_id,
    ...values,
    method,
    details: { ...DETAILS[method], ...details },
  };
}

export const BATCH: BatchFacts = {
  id: 12,
  day: '2026-11-22',
  ach: { origin_routing: '021000021', origin_name: 'PROVOST', company_id: '1234567890' },
  sepa_debtor: { name: 'Provost Gmbh', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
};
