import type { CommissionRow } from '../../ledger-contract.ts';
import { CODE, DISCOUNT_CURRENCY, REFERRAL, TYPE_LABELS } from '../../rules.ts';
import { personOf } from '../levels/person.ts';

export function rowName(row: CommissionRow): string {
  const type = TYPE_LABELS[row.type];
  if (row.type === REFERRAL) return `${type}, ${personOf(row)}`;
  return row.type === CODE ? `${type} ${row.code ?? ''}, ${personOf(row)}` : type;
}

export function rowFigures({ commission, discount, discount_type }: CommissionRow): string {
  if (discount === null) return `${commission}%`;
  const off = discount_type === 'amount' ? `${DISCOUNT_CURRENCY} ${discount}` : `${discount}%`;
  return `${commission}%, ${off} discount`;
}

export function rowInWords(row: CommissionRow): string {
  return `${rowName(row)} ${row.commission}%`;
}
