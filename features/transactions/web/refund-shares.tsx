import { Text } from '@mantine/core';
import { formatMoney, minorOf } from '../../../core/money.ts';
import { must } from '../../../core/must.ts';
import { capital } from '../../../web/ui/form/field-words.ts';
import { type CommissionType, TYPE_LABELS } from '../../commissions/rules.ts';
import type { TransactionLine } from '../contract.ts';
import { sharesOfRefund, takenOff } from '../rules.ts';
import classes from './transaction-details.module.css';

type RefundSharesProps = {
  lines: readonly TransactionLine[];
  /** Minor units. */
  amount: number;
  currency: string;
};

export function RefundShares({ lines, amount, currency }: RefundSharesProps) {
  const shares = sharesOfRefund(
    amount,
    lines.map((line) => ({
      ...line,
      amount: minorOf(line.amount, currency),
      refunded: minorOf(line.refunded, currency),
    })),
  );
  const given = lines.flatMap((line, index) => {
    const share = must(shares[index], 'share of the refund');
    return share > 0 ? [{ ...line, share }] : [];
  });
  return (
    <section aria-label="Deducted from" className={classes.shares}>
      <h3>Deducted from</h3>
      {given.length === 0 ? (
        <Text size="sm">Nothing: this sale was never split.</Text>
      ) : (
        <ul>
          {given.map(({ share, ...line }) => {
            const off = takenOff(line);
            return (
              <li key={line.id} className={classes.entry}>
                <span>
                  <b>{line.payee.name}</b> · {TYPE_LABELS[line.type as CommissionType]}
                </span>
                <b className={classes.amount}>{formatMoney(share, currency)}</b>
                {off && <span className={classes.more}>{capital(off)}.</span>}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
