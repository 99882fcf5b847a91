import { Text, VisuallyHidden } from '@mantine/core';
import type { Preview } from '../../../features/payouts/contract.ts';
import { PAYOUT_METHOD_NAMES } from '../../../features/payouts/rules.ts';
import classes from './payout-totals.module.css';
import { figuresOf } from './payout-words.ts';

/** Totals by currency and method, which fit a phone: currencies are never added together. */
export function PayoutTotals({ totals }: { totals: Preview['totals'] }) {
  if (totals.length === 0)
    return (
      <Text size="sm" fw={600}>
        Nothing can be paid.
      </Text>
    );
  return (
    <table className={classes.totals}>
      <VisuallyHidden component="caption">Totals by currency and method</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">Currency</th>
          <th scope="col">Method</th>
          <th scope="col" data-numeric>
            Payouts
          </th>
          <th scope="col" data-numeric>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ currency, method, payees, amount }) => (
          <tr key={`${currency} ${method}`}>
            <th scope="row">{currency}</th>
            <td>{PAYOUT_METHOD_NAMES[method]}</td>
            <td data-numeric>{payees.toLocaleString('en-US')}</td>
            <td data-numeric>{figuresOf(amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
