/** Abbreviates accounts so that they can be recognized but not read. Specification: Payouts; Payment settings. */
import { isSecret, lastOf, METHOD_FIELDS } from '../../users/payment-settings/rules.ts';
import type { PayoutMethod } from '../rules.ts';

/** Fields of a bank account that may hold its number, in the order in which a file prefers them. */
const NUMBERS = ['iban', 'account_number', 'account', 'card_number', 'id'] as const;

/** Returns the last digits of a number, or a whole handle or address; null for bookkeeping and without a method. */
export function accountOf(
  method: PayoutMethod | null,
  details: Readonly<Record<string, string>>,
): string | null {
  if (method === null || method === 'none') return null;
  const names: readonly string[] = METHOD_FIELDS[method];
  const field = [...NUMBERS, 'user'].find((name) => names.includes(name) && details[name]);
  const value = field === undefined ? '' : (details[field] ?? '');
  return field !== undefined && (isSecret(field) || field === 'id') ? `•••• ${lastOf(value)}` : value || null;
}
