import { LOCALES } from '../../../core/locales.ts';
import { CURRENCIES, type Currency, decimalsOf } from '../../../core/money.ts';
import { COUNTRY_CODES } from '../../users/payment-settings/codes.ts';
import {
  CONDITIONS_OF,
  type Condition,
  type FieldKind,
  type FieldName,
  isListed,
  kindOf,
  takesNoValue,
} from './fields.ts';

export const USER_TYPES = ['S', 'I', 'O'] as const;
export type UserType = (typeof USER_TYPES)[number];

export const MOST_DAYS = 36_500;
export const MOST_COINS = 1_000_000_000;
export const MOST_PURCHASES = 1_000_000;
/** The largest amount that a condition compares with, in major units. */
export const MOST_SPENT = 1_000_000_000;
export const MOST_LISTED = 50;

export const MOST_NAMED = 500;

/** A number, a user type, or a list of ids or codes; null where the condition takes none. */
export type ItemValue = number | UserType | (number | string)[] | null;

export type RuleItem = {
  field_name: FieldName;
  condition: Condition;
  value: ItemValue;
  /** Present for an amount alone. */
  currency?: Currency | undefined;
};

type ItemFault = { key: 'condition' | 'value' | 'currency'; message: string };

/** Returns the fault of an item and its key; null where it is valid. */
export function faultOf({ field_name, condition, value, currency }: RuleItem): ItemFault | null {
  const kind = kindOf(field_name);
  if (!CONDITIONS_OF[kind].includes(condition))
    return { key: 'condition', message: `Compare ${field_name} by ${CONDITIONS_OF[kind].join(' or ')}` };
  const fault = faultOfCurrency(kind, currency);
  if (fault) return { key: 'currency', message: fault };
  const message = takesNoValue(condition)
    ? value === null
      ? null
      : 'must be null here'
    : faultOfValue(kind, value, currency);
  return message === null ? null : { key: 'value', message };
}

function faultOfCurrency(kind: FieldKind, currency: Currency | undefined): string | null {
  if (kind !== 'money') return currency === undefined ? null : 'Only an amount has a currency';
  return currency !== undefined && CURRENCIES.includes(currency) ? null : 'Choose a currency';
}

function faultOfValue(kind: FieldKind, value: ItemValue, currency: Currency | undefined): string | null {
  if (kind === 'user_type') return USER_TYPES.some((type) => type === value) ? null : 'must be S, I or O';
  if (isListed(kind)) return faultOfList(value, KNOWN[kind]);
  if (typeof value !== 'number') return 'must be a number';
  if (kind === 'membership') return value === 0 || value === 1 ? null : 'must be 0 or 1';
  if (value < 0) return 'must not be negative';
  if (kind === 'date' || kind === 'event')
    return Number.isInteger(value) && value <= MOST_DAYS
      ? null
      : `must be a whole number of at most ${MOST_DAYS} days`;
  if (kind === 'count')
    return Number.isInteger(value) && value <= MOST_PURCHASES
      ? null
      : `must be a whole number of at most ${MOST_PURCHASES}`;
  if (kind === 'money') {
    if (decimalsOf(currency ?? '') === 0 && !Number.isInteger(value)) return `${currency} has no decimals`;
    return value <= MOST_SPENT ? null : `must be at most ${MOST_SPENT}`;
  }
  return value <= MOST_COINS ? null : `must be at most ${MOST_COINS}`;
}

function faultOfList(value: ItemValue, known: (one: number | string) => boolean): string | null {
  if (!Array.isArray(value)) return 'must be a list';
  if (value.length === 0) return 'Choose at least one';
  if (value.length > MOST_LISTED) return `must be at most ${MOST_LISTED}`;
  if (new Set(value).size < value.length) return 'must name each once';
  const unknown = value.find((one) => !known(one));
  return unknown === undefined ? null : `There is no ${JSON.stringify(unknown)}`;
}

const isId = (one: number | string) =>
  typeof one === 'number' && Number.isInteger(one) && one > 0 && one <= 2_147_483_647;

const KNOWN = {
  class: isId,
  category: isId,
  program: isId,
  country: (one) => COUNTRY_CODES.includes(String(one)),
  language: (one) => LOCALES.some((locale) => locale === one),
} as const satisfies Record<string, (one: number | string) => boolean>;
