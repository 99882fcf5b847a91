import { Text } from '@mantine/core';
import { formatMoney, minorOf } from '../../../core/money.ts';
import { type CommissionType, TYPE_LABELS } from '../../commissions/rules.ts';
import type { TransactionLine } from '../contract.ts';
import { sharesOfRefund } from '../rules.ts';
import classes from './transaction-details.module.css';

type RefundSharesProps = {
  lines: readonly TransactionLine[];
  /** Minor units. */
  amount: number;
  currency: string;
};

/** What each payee gives back, before it is sent. */
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
    const share = shares[index] ?? 0;
    return share > 0 ? [{ ...line, share }] : [];
  });
  return (
    <section aria-label="Who gives back what" className={classes.shares}>
      <h3>Who gives back what</h3>
      {given.length === 0 ? (
        <Text size="sm">Nobody: this sale has not been divided.</Text>
      ) : (
        <ul>
          {given.map(({ id, payee, type, share, payout_id }) => (
            <li key={id} className={classes.entry}>
              <span>
                <b>{payee.name}</b> · {TYPE_LABELS[type as CommissionType]}
              </span>
              <b className={classes.amount}>{formatMoney(share, currency)}</b>
              {payout_id !== null && (
                <span className={classes.more}>Paid already: the next payout takes it off.</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
