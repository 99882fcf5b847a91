/** Payout methods, their fields and validation, shared by browser and server. Specification: Payment settings. */

import { isValidIBAN } from 'ibantools';
import { trimmed } from '../../../core/blank.ts';
import { must } from '../../../core/must.ts';
import { COUNTRY_CODES, CURRENCY_CODES } from './codes.ts';

/** Days that a change of the destination is kept on record. */
export const MAX_NEW_ACCOUNT_DAYS = 90;

export const METHODS = ['alipay', 'bank_deposit', 'direct', 'paypal', 'unionpay', 'venmo'] as const;
export type Method = (typeof METHODS)[number];

export const METHOD_NAMES: Record<Method, string> = {
  alipay: 'Alipay',
  bank_deposit: 'Bank deposit',
  direct: 'Direct deposit (US)',
  paypal: 'PayPal',
  unionpay: 'UnionPay',
  venmo: 'Venmo',
};

export const METHOD_FIELDS = {
  alipay: ['full_name', 'id', 'account_currency', 'address', 'city', 'postal_code', 'country'],
  bank_deposit: [
    'full_name',
    'bank_name',
    'iban',
    'account_number',
    'account_currency',
    'address',
    'city',
    'country',
  ],
  direct: ['routing_number', 'account'],
  paypal: ['user'],
  unionpay: ['full_name', 'card_number', 'account_currency', 'address', 'city', 'postal_code', 'country'],
  venmo: ['user'],
} as const satisfies Record<Method, readonly string[]>;
export type PaymentField = (typeof METHOD_FIELDS)[Method][number];

/** Fields encrypted at rest and shown by their last digits; each belongs to one method. */
export const METHOD_SECRETS = ['account', 'account_number', 'iban', 'card_number', 'routing_number'] as const;
/** Fields kept from an earlier back office. */
export const LEGACY_FIELDS = [
  'paypal_address',
  'bank_ac_no',
  'routing_no',
  'made_out_to',
  'sent_to',
] as const;
const LEGACY_SECRETS = ['bank_ac_no', 'routing_no'] as const;
export const SECRETS = [...METHOD_SECRETS, ...LEGACY_SECRETS] as const;
export type Secret = (typeof SECRETS)[number];

export const FIELD_NAMES: Record<PaymentField | (typeof LEGACY_FIELDS)[number], string> = {
  account: 'Account',
  account_currency: 'Account currency',
  account_number: 'Account number',
  address: 'Address',
  bank_name: 'Bank name',
  card_number: 'Card number',
  city: 'City',
  country: 'Country',
  full_name: 'Full name',
  iban: 'IBAN',
  id: 'Alipay ID',
  postal_code: 'Postal code',
  routing_number: 'Routing number',
  user: 'User',
  paypal_address: 'PayPal address',
  bank_ac_no: 'Bank account no.',
  routing_no: 'Routing no.',
  made_out_to: 'Made out to',
  sent_to: 'Sent to',
};

export function isSecret(field: string): field is Secret {
  return (SECRETS as readonly string[]).includes(field);
}

/** Returns the visible part of a secret: at most its last four characters, never more than half. */
export function lastOf(secret: string): string {
  const shown = Math.min(4, Math.floor(secret.length / 2));
  return shown === 0 ? '' : secret.slice(-shown);
}

/** Normalizes a value for storage: codes and numbers without separators, capitals where case is irrelevant. */
export function tidied(field: string, value: string): string {
  const text = trimmed(value);
  if (field === 'account_currency' || field === 'country') return text.toUpperCase();
  if (!isSecret(field)) return text;
  const solid = text.replace(/[\s-]/g, '');
  return field === 'iban' ? solid.toUpperCase() : solid;
}

/** Returns the fault of a normalized value in words for the user; null without one. */
export function faultOf(method: Method, field: string, value: string): string | null {
  if (value === '') return null;
  switch (field) {
    case 'iban':
      return isValidIBAN(value) ? null : 'is not valid: check each digit';
    case 'routing_number':
      return isRoutingNumber(value) ? null : 'is not valid: check each digit';
    case 'card_number':
      return /^\d{12,19}$/.test(value) && isLuhn(value) ? null : 'is not valid: check each digit';
    case 'account':
      return /^\d{4,17}$/.test(value) ? null : 'must have 4 to 17 digits';
    case 'account_number':
      return /^[0-9A-Za-z]{1,34}$/.test(value) ? null : 'must have at most 34 letters and digits';
    case 'user':
      return isHandle(value) || isEmail(value)
        ? null
        : `must be an email or a ${METHOD_NAMES[method]} @handle`;
    case 'account_currency':
      return CURRENCY_CODES.includes(value) ? null : 'must be a currency code such as USD';
    case 'country':
      return COUNTRY_CODES.includes(value) ? null : 'must be a country code such as US';
    default:
      return null;
  }
}

type Known = Partial<Record<PaymentField, unknown>>;

/** Returns the fields a payment still needs; a bank account needs only one number. */
export function missingFor(method: Method, fields: Known): string[] {
  const needed: readonly (readonly PaymentField[])[] = {
    alipay: [['full_name'], ['id'], ['account_currency']],
    bank_deposit: [['full_name'], ['iban', 'account_number'], ['account_currency'], ['country']],
    direct: [['routing_number'], ['account']],
    paypal: [['user']],
    unionpay: [['full_name'], ['card_number'], ['account_currency']],
    venmo: [['user']],
  }[method] as PaymentField[][];
  return needed
    .filter((either) => either.every((field) => !fields[field]))
    .map((either) => either.map((field) => FIELD_NAMES[field]).join(' or '));
}

/** True for nine digits whose sum, weighted 3, 7, 1, is a multiple of ten. */
export function isRoutingNumber(value: string): boolean {
  if (!/^\d{9}$/.test(value) || /^0+$/.test(value)) return false;
  const sum = Array.from(value).reduce(
    (all, digit, index) => all + Number(digit) * must([3, 7, 1][index % 3], 'weight of a digit'),
    0,
  );
  return sum % 10 === 0;
}

export function isLuhn(value: string): boolean {
  const sum = Array.from(value)
    .reverse()
    .reduce((all, digit, index) => {
      const weighed = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return all + (weighed > 9 ? weighed - 9 : weighed);
    }, 0);
  return sum % 10 === 0;
}

function isHandle(value: string): boolean {
  return /^@[\w.-]{1,60}$/.test(value);
}

function isEmail(value: string): boolean {
  const [local = '', domain = '', ...rest] = value.split('@');
  return rest.length === 0 && local !== '' && domain.includes('.') && !/\s/.test(value);
}
