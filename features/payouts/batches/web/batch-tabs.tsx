import { Text } from '@mantine/core';
import { formatMajor } from '../../../../core/money.ts';
import { PaidTabs } from '../../../../web/parts/payees/paid-tabs.tsx';
import { PayoutTotals } from '../../../../web/parts/payees/payout-totals.tsx';
import { BATCH_STATE_NAMES } from '../../web/history-words.ts';
import type { PayoutBatch } from '../contract.ts';
import classes from './batch.module.css';
import { BatchPayees } from './batch-payees.tsx';

export function BatchTabs({ batch: { id, state, payees, held, totals } }: { batch: PayoutBatch }) {
  const isUnpaid = state === 'cancelled' || state === 'failed';
  return (
    <PaidTabs
      // As in the head: those are payouts until each is reported as paid.
      words={['Payouts', 'Left out']}
      paid={{
        count: isUnpaid ? 0 : payees,
        content: isUnpaid ? (
          <Text size="sm">{BATCH_STATE_NAMES[state]}: nothing was paid.</Text>
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
