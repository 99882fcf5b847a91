import type { AuditEntry } from '../../../features/audit/contract.ts';
import { FIELD_NAMES, METHOD_NAMES, type Method } from '../../../features/users/payment-settings/rules.ts';

export type FieldChange = { name: string; was: string; is: string };
type Fields = Record<string, Record<string, unknown>>;

/** Returns changes in the order of the form; the preferred method comes first. */
export function paymentChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const [old, fresh] = [fieldsIn(before), fieldsIn(after)];
  const changed = Object.entries(fresh).flatMap(([method, fields]) =>
    Object.entries(fields).flatMap(([field, is]) => {
      const was = old[method]?.[field];
      if (JSON.stringify(was ?? null) === JSON.stringify(is ?? null)) return [];
      return [
        { name: FIELD_NAMES[field as keyof typeof FIELD_NAMES] ?? field, was: told(was), is: told(is) },
      ];
    }),
  );
  const [was, is] = [methodOf(before), methodOf(after)];
  return was === is ? changed : [{ name: 'payout method', was, is }, ...changed];
}

function fieldsIn(values: AuditEntry['before']): Fields {
  return (values?.fields ?? {}) as Fields;
}

function methodOf(values: AuditEntry['before']): string {
  return METHOD_NAMES[values?.paid_by as Method] ?? 'none';
}

function told(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'last4' in value) return `•••• ${String(value.last4)}`;
  return typeof value === 'string' && value !== '' ? value : 'none';
}
