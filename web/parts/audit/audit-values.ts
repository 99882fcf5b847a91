import { COIN, inCoins } from '../../../core/coins.ts';
import { formatMoney } from '../../../core/money.ts';
import type { RecordedField } from '../../../core/noun.ts';
import type { RecordNames } from '../../../features/audit/contract.ts';
import { referredTo } from '../../../features/audit/references.ts';
import type { KnownCoupon } from '../../../features/coupons/contract.ts';
import { discountOf } from '../../../features/coupons/rules.ts';
import { inMinutes, inUtcDays } from '../../ui/dates.ts';
import { referenceTo } from './audit-names.ts';

export type RecordedValues = Record<string, unknown>;

/** Surroundings of a value: the names of the page, and the currency of its record. */
export type Reader = { names: RecordNames; currency: string | null };

const LONGEST = 60;

/** Returns a value in words; null for one that no sentence can hold: a long text, a structure, an amount without its currency. */
export function valueInWords(
  field: RecordedField,
  value: unknown,
  values: RecordedValues,
  reader: Reader,
): string | null {
  const word = field.words?.[String(value)];
  if (word !== undefined) return word;
  if (value === null || value === undefined || value === '') return 'none';
  const told = field.of
    ? reference(field.of, field.label, value, reader)
    : readAs(field, value, values, reader);
  return told === null || told.length > LONGEST ? null : told;
}

function reference(of: string, label: string, value: unknown, { names }: Reader): string {
  if (value === 0) return of === 'program' ? 'all programs' : 'none';
  const ids = referredTo(value);
  if (ids.length === 0) return 'none';
  const all = ids.map((id) => referenceTo(of, id, names)).join(', ');
  return ids.length > 1 && all.length > LONGEST ? `${ids.length} ${label}` : all;
}

function readAs(
  { reads, unit }: RecordedField,
  value: unknown,
  values: RecordedValues,
  { currency }: Reader,
): string | null {
  if (typeof value === 'number') {
    const amountIn = typeof values.currency === 'string' ? values.currency : currency;
    switch (reads) {
      case 'flag':
        return value ? 'on' : 'off';
      case 'hundredths':
        return `${unit} ${inCoins(value / 100)}`;
      case 'coins':
        return `${COIN} ${inCoins(value)}`;
      case 'money':
        return amountIn && formatMoney(value, amountIn);
      case 'percent':
        return `${value}%`;
      case 'percent_hundredths':
        return `${value / 100}%`;
      case 'place':
        return value === 0 ? 'none' : String(value);
      case 'id':
        return `#${value}`;
      default:
        return value.toLocaleString('en-US');
    }
  }
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (reads === 'discount') return discountOf(value as KnownCoupon);
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? value.join(', ') || 'none' : null;
  return typeof value === 'string' ? text(reads, value) : null;
}

function text(reads: RecordedField['reads'], value: string): string {
  if (reads === 'moment') return inMinutes.format(new Date(value));
  if (reads === 'day') return inUtcDays.format(new Date(value));
  if (reads === 'days')
    return value
      .split(',')
      .map((day) => inUtcDays.format(new Date(day)))
      .join(' – ');
  if (reads === 'quote') return `“${value}”`;
  // A stored word, such as bank_deposit, as two.
  return /^[a-z]+(?:_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value;
}
