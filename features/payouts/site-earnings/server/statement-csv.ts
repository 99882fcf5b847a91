import { BYTE_ORDER_MARK, csvLine } from '../../../../core/csv/csv.ts';
import { decimalsOf, toMajor } from '../../../../core/money.ts';
import { TYPE_LABELS } from '../../../commissions/rules.ts';
import type { EarnedLine } from '../contract.ts';
import type { Statement } from './statement.ts';

/** Returns the lines of a statement as CSV, amounts in major units of their currency. */
export function statementCsv({ lines }: Pick<Statement, 'lines'>): string {
  return BYTE_ORDER_MARK + csvLine(HEADER) + lines.map((line) => csvLine(cellsOf(line))).join('');
}

const HEADER = [
  'Line',
  'Sale',
  'Sold at',
  'Class',
  'Earned as',
  'Paid by the buyer',
  'Earned',
  'Refunded',
  'Currency',
  'Payout',
  'Explanation',
];

function cellsOf(line: EarnedLine): string[] {
  const money = (minor: number) => toMajor(minor, line.currency).toFixed(decimalsOf(line.currency));
  return [
    String(line.id),
    String(line.charge_id),
    line.occurred_at,
    line.class_name,
    TYPE_LABELS[line.type],
    money(line.charge_amount),
    money(line.amount),
    money(line.refunded),
    line.currency,
    String(line.payout_id ?? ''),
    line.explanation,
  ];
}
