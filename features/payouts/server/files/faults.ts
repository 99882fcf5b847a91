/** Finds values no payment file can carry, before anything is claimed. Specification: Payment files. */
import { csvText } from '../../../../core/csv/csv.ts';
import {
  FIELD_NAMES,
  faultOf,
  METHOD_NAMES,
  type Method,
  type PaymentField,
} from '../../../users/payment-settings/rules.ts';

/** Returns the reason a payment file cannot carry one of these values, in words for staff; null without one. */
export function faultOfDetails(method: Method, details: Readonly<Record<string, string>>): string | null {
  for (const [field, value] of Object.entries(details)) {
    const called = FIELD_NAMES[field as PaymentField] ?? field;
    const fault = faultOf(method, field, value);
    if (fault) return `${called} ${fault}`;
    const odd = field === 'user' ? faultOfRecipient(method, value) : faultOfText(value);
    if (odd) return `${called} ${odd}`;
  }
  return null;
}

/** Checks a payee's name likewise. */
export function faultOfName(name: string): string | null {
  const odd = faultOfText(name);
  return odd ? `The name ${odd}` : null;
}

/** The longest recipient PayPal and Venmo accept. */
const MAX_RECIPIENT = 127;

/** The longest value in a line that banks accept. */
const MAX_TEXT = 500;

function faultOfRecipient(method: Method, value: string): string | null {
  if (value.length > MAX_RECIPIENT)
    return `is longer than the ${MAX_RECIPIENT} characters of ${METHOD_NAMES[method]}`;
  return HANDLE.test(value) || PHONE.test(value) ? null : faultOfText(value);
}

function faultOfText(value: string): string | null {
  if (UNSEEN.test(value)) return 'contains an invisible character';
  if (value.length > MAX_TEXT) return `is longer than ${MAX_TEXT} characters`;
  // A spreadsheet would take it for a formula, and a bank would not know an apostrophe in front of it.
  return csvText(value) === value ? null : 'begins like a formula';
}

const HANDLE = /^@[\w.-]+$/;
const PHONE = /^\+[0-9]+$/;

/** Control characters, line and paragraph separators, and bidirectional controls. */
const UNSEEN = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
