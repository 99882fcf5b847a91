import type { PaymentSettings } from '../contract.ts';
import {
  FIELD_NAMES,
  faultOf,
  isSecret,
  METHOD_FIELDS,
  METHOD_NAMES,
  METHODS,
  type Method,
  type PaymentField,
  tidied,
} from '../rules.ts';

/** `paid_by`, and `method/field`: an empty secret is kept, null removes it; `password` null for an account without one. */
export type PaymentValues = { [field: string]: string | null } & { updated_at?: string };

export const keyOf = (method: Method, field: PaymentField) => `${method}/${field}`;

const FIELDS = METHODS.flatMap((method) =>
  METHOD_FIELDS[method].map((field) => ({ method, field, key: keyOf(method, field) })),
);

export function paymentValues({ paid_by, fields, updated_at }: PaymentSettings): PaymentValues {
  const held = FIELDS.map(({ method, field, key }) => {
    const value = fields[method][field];
    return [key, typeof value === 'string' ? value : ''];
  });
  return { paid_by, ...(Object.fromEntries(held) as Record<string, string>), password: '', updated_at };
}

/** Returns only what differs from what was read. */
export function paymentBody(values: PaymentValues, read: PaymentValues) {
  const fields: Partial<Record<Method, Record<string, string | null>>> = {};
  for (const { method, field, key } of FIELDS) {
    const value = values[key] ?? null;
    if (value === read[key] || (isSecret(field) && value === '')) continue;
    fields[method] = { ...fields[method], [field]: value };
  }
  const paid_by = values.paid_by as Method | null;
  return { paid_by, fields, password: values.password ?? '', updated_at: values.updated_at };
}

export function paymentFaults(values: PaymentValues): Record<string, string> {
  const isGiven = values.password !== '' && values.password !== undefined;
  const faults: Record<string, string> = isGiven ? {} : { password: 'Enter your own password' };
  for (const { method, field, key } of FIELDS) {
    const fault = faultOf(method, field, tidied(field, values[key] ?? ''));
    if (fault) faults[key] = `${FIELD_NAMES[field]} ${fault}`;
  }
  return faults;
}

/** Returns a method's fields as after a save, to find what a payment still lacks. */
export function heldAfter(
  method: Method,
  values: PaymentValues,
  known: PaymentSettings,
): Partial<Record<PaymentField, unknown>> {
  return Object.fromEntries(
    METHOD_FIELDS[method].map((field) => {
      const value = values[keyOf(method, field)];
      return [field, isSecret(field) && value === '' ? known.fields[method][field] : value];
    }),
  );
}

export function paymentWord(key: string): { label: string } | undefined {
  if (key === 'paid_by') return { label: 'Payout method' };
  if (key === 'password') return { label: 'Your password' };
  const known = FIELDS.find((one) => one.key === key);
  return known && { label: `${METHOD_NAMES[known.method]}: ${FIELD_NAMES[known.field]}` };
}
