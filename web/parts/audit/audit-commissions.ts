import type { AuditEntry, RecordNames } from '../../../features/audit/contract.ts';
import {
  CODE,
  type CommissionType,
  INSTRUCTOR,
  REFERRAL,
  TYPE_LABELS,
} from '../../../features/commissions/rules.ts';
import { referenceTo } from './audit-names.ts';

type RecordedCommission = {
  type: CommissionType;
  commission: number;
  referrer_id: number | null;
  code: string | null;
};

/** Leaves out the instructor's share, which follows from the others. */
export function rowsChanged(
  before: AuditEntry['before'],
  after: AuditEntry['after'],
  names: RecordNames,
): string {
  const byName = (rows: readonly RecordedCommission[]) =>
    new Map(
      rows.filter(({ type }) => type !== INSTRUCTOR).map((row) => [rowName(row, names), row.commission]),
    );
  const [old, fresh] = [byName(rowsIn(before)), byName(rowsIn(after))];
  const told = [...new Set([...old.keys(), ...fresh.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), fresh.get(name)];
    if (was === is) return [];
    return `${name} ${was === undefined ? 'none' : `${was}%`} → ${is === undefined ? 'none' : `${is}%`}`;
  });
  return told.join(', ') || 'discounts';
}

function rowsIn(values: AuditEntry['before']): RecordedCommission[] {
  return Array.isArray(values?.commissions) ? (values.commissions as RecordedCommission[]) : [];
}

function rowName({ type, code, referrer_id }: RecordedCommission, names: RecordNames): string {
  const name = TYPE_LABELS[type]?.toLowerCase() ?? `type ${type}`;
  if (type === CODE) return `${name} ${code}`;
  return type === REFERRAL ? `${name} of ${referenceTo('site_user', Number(referrer_id), names)}` : name;
}
