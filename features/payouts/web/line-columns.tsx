import { formatMajor } from '../../../core/money.ts';
import type { Column } from '../../../web/ui/table/column.ts';
import { Time } from '../../../web/ui/time.tsx';
import { type CommissionType, TYPE_LABELS } from '../../commissions/rules.ts';
import type { PayoutTransaction } from '../payout-transaction.ts';

/** Of lines that wait and of lines that are paid; adjustments stand between them by what they are. */
export const LINE_COLUMNS: Column<PayoutTransaction>[] = [
  {
    key: 'created_at',
    header: 'Created at',
    oneLine: true,
    priority: 4,
    cell: ({ created_at }) => <Time value={created_at} />,
  },
  { key: 'class_name', header: 'Class name', rowHeader: true, cell: lineName },
  { key: 'student_name', header: 'Student name', priority: 3, cell: (line) => line.student_name ?? '–' },
  {
    key: 'description',
    header: 'Description',
    priority: 1,
    // As a rule it is the name of what was sold.
    cell: ({ description }) => description,
  },
  {
    key: 'commission_type',
    header: 'Commission type',
    priority: 2,
    cell: (line) =>
      line.commission_type === null
        ? adjustmentOf(line)
        : TYPE_LABELS[line.commission_type as CommissionType],
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    oneLine: true,
    stays: true,
    cell: ({ amount, currency }) => formatMajor(amount, currency),
  },
];

/** What a switch of the line is called by. */
export function lineName({ class_name, description, charge_id }: PayoutTransaction): string {
  return class_name ?? (description || `Charge #${charge_id}`);
}

/** Nothing of a share of memberships, nor of what stands in other programs: neither has a type. */
function adjustmentOf({ id, type, amount }: PayoutTransaction): string {
  if (type !== 'adjustment' || id === 0) return '';
  return amount < 0 ? 'Debt' : 'Credit';
}
