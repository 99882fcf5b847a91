import { Text } from '@mantine/core';
import { formatMajor } from '../../../../core/money.ts';
import { PaidTabs } from '../../../../web/parts/payees/paid-tabs.tsx';
import { PayoutTotals } from '../../../../web/parts/payees/payout-totals.tsx';
import type { PayoutBatch } from '../contract.ts';
import classes from './batch.module.css';
import { BatchPayees } from './batch-payees.tsx';

/** Tabs of a batch: who is paid and where to, who was left out and why, totals. */
export function BatchTabs({ batch: { id, state, payees, held, totals } }: { batch: PayoutBatch }) {
  return (
    <PaidTabs
      paid={{
        count: state === 'cancelled' ? 0 : payees,
        content:
          state === 'cancelled' ? (
            <Text size="sm">Cancelled: nothing was paid.</Text>
          ) : (
            <BatchPayees id={id} totals={totals} />
          ),
      }}
      totals={<PayoutTotals totals={totals} />}
      notPaid={{ count: held.length, content: <LeftOut held={held} /> }}
    />
  );
}

function LeftOut({ held }: Pick<PayoutBatch, 'held'>) {
  if (held.length === 0) return <Text size="sm">No one was left out.</Text>;
  return (
    <section aria-label="Left out">
      <ul className={classes.held}>
        {held.map(({ payee, amount, currency, reason }, index) => (
          <li key={index}>
            {payee}
            <b>{formatMajor(amount, currency)}</b>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
