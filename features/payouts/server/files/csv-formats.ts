import { GLOBAL_SITE } from '../../../transactions/rules.ts';
import { amountText, csvOf } from './csv.ts';
import { type FileRow, type Format, referenceOf, totalOf } from './rows.ts';

/** The payouts file of PayPal, also for Venmo: recipient, amount, currency, customer id, note, wallet, privacy. */
export function paypalFormat(wallet: 'PAYPAL' | 'VENMO'): Format {
  // Venmo shows a payment to friends unless told, and refuses one without a note.
  const [note, privacy] = wallet === 'VENMO' ? ['Payout', 'PRIVATE'] : ['', ''];
  return csv({
    most_rows: 5000,
    rows: (rows) =>
      rows.map(({ payout_id, currency, amount, details }) => [
        details.user,
        amountText(amount, currency),
        currency,
        String(payout_id),
        note && `${note} ${payout_id}`,
        wallet,
        privacy,
      ]),
  });
}

/** Unverified: check against Alipay's current template before first use. */
export const alipayFormat = csv({
  most_rows: 3000,
  rows: (rows, { id, day, number, ach, sepa_debtor }) => {
    const date = day.replaceAll('-', '');
    const batch = `${date}${String(id).padStart(10, '0')}${String(number).padStart(3, '0')}`;
    const payer = sepa_debtor?.name ?? ach?.origin_name ?? GLOBAL_SITE;
    const [{ currency } = { currency: '' }] = rows;
    return [
      [batch, date, payer, amountText(totalOf(rows), currency)],
      ...rows.map((row) => [
        String(row.payout_id),
        row.details.id,
        row.details.full_name,
        amountText(row.amount, currency),
        referenceOf(row),
      ]),
    ];
  },
});

export const directFormat = withHeader({
  Name: ({ name }) => name,
  'Routing number': ({ details }) => details.routing_number,
  Account: ({ details }) => details.account,
  Currency: ({ currency }) => currency,
  Amount: ({ amount, currency }) => amountText(amount, currency),
  Reference: referenceOf,
});

export const bankDepositFormat = withHeader({
  Name: ({ details }) => details.full_name,
  'IBAN or account': ({ details }) => details.iban || details.account_number,
  Bank: ({ details }) => details.bank_name,
  Currency: ({ currency }) => currency,
  Amount: ({ amount, currency }) => amountText(amount, currency),
  Reference: referenceOf,
  Address: ({ details }) => details.address,
  City: ({ details }) => details.city,
  Country: ({ details }) => details.country,
});

export const unionpayFormat = withHeader({
  Name: ({ details }) => details.full_name,
  Card: ({ details }) => details.card_number,
  Currency: ({ currency }) => currency,
  Amount: ({ amount, currency }) => amountText(amount, currency),
  Country: ({ details }) => details.country,
  City: ({ details }) => details.city,
  Address: ({ details }) => details.address,
  'Postal code': ({ details }) => details.postal_code,
  Reference: referenceOf,
});

export const booksFormat = withHeader({
  Name: ({ name }) => name,
  Currency: ({ currency }) => currency,
  Amount: ({ amount, currency }) => amountText(amount, currency),
  Reference: referenceOf,
});

type Cells = (string | undefined)[][];

function csv({
  rows,
  ...limits
}: Pick<Format, 'most_rows'> & { rows: (...given: Parameters<Format['write']>) => Cells }): Format {
  return {
    version: 1,
    extension: 'csv',
    ...limits,
    carries: () => true,
    write: (...given) => csvOf(rows(...given).map((cells) => cells.map((cell) => cell ?? ''))),
  };
}

function withHeader(columns: Record<string, (row: FileRow) => string | undefined>): Format {
  const titles = Object.keys(columns);
  return csv({
    rows: (rows) => [titles, ...rows.map((row) => Object.values(columns).map((valueOf) => valueOf(row)))],
  });
}
