import { formatMajor } from '../../../../core/money.ts';
import { RecordLink } from '../../../../web/parts/records/record-link.tsx';
import { Clamped } from '../../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { Time } from '../../../../web/ui/time.tsx';
import { type CommissionType, TYPE_LABELS } from '../../../commissions/rules.ts';
import type { PayoutTransaction } from '../../payout-transaction.ts';
import { lineArithmetic } from './line-arithmetic.ts';
import classes from './line-columns.module.css';

/** Columns of unpaid and paid lines; adjustments are shown by their kind. */
export const LINE_COLUMNS: Column<PayoutTransaction>[] = [
  {
    key: 'created_at',
    header: 'Created at',
    oneLine: true,
    priority: 4,
    cell: ({ created_at }) => <Time value={created_at} />,
  },
  {
    key: 'class_name',
    header: 'Class name',
    rowHeader: true,
    cell: (line) => <LineName line={line} />,
  },
  { key: 'student_name', header: 'Student name', priority: 3, cell: (line) => line.student_name ?? '–' },
  {
    key: 'description',
    header: 'Description',
    priority: 1,
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
    card: 'end',
    cell: ({ amount, currency }) => formatMajor(amount, currency),
  },
];

function LineName({ line }: { line: PayoutTransaction }) {
  const { charge_id, currency } = line;
  const name = lineName(line);
  const arithmetic = lineArithmetic(line);
  const said = arithmetic?.text ?? '';
  const rounded = arithmetic?.exact ? `${name}: exactly ${currency} ${arithmetic.exact}` : name;
  return (
    <>
      <Clamped text={name} />
      {charge_id !== null && (
        <span className={classes.arithmetic} title={rounded}>
          <RecordLink noun="transaction" id={charge_id}>
            #{charge_id}
          </RecordLink>
          {said && ` · ${said}`}
        </span>
      )}
    </>
  );
}

export function lineName({ class_name, description, charge_id }: PayoutTransaction): string {
  return class_name ?? (description || `Transaction #${charge_id}`);
}

/** Returns '' for shares of memberships and lines of other programs, which have no type. */
function adjustmentOf({ id, type, amount }: PayoutTransaction): string {
  if (type !== 'adjustment' || id === 0) return '';
  return amount < 0 ? 'Deduction' : 'Credit';
}
