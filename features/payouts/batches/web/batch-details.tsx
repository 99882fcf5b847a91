import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatMajor } from '../../../../core/money.ts';
import { PayoutTotals } from '../../../../web/parts/payees/payout-totals.tsx';
import { linkTo } from '../../../../web/ui/link-to.ts';
import { Time } from '../../../../web/ui/time.tsx';
import type { PayoutBatch } from '../contract.ts';
import classes from './batch.module.css';

/** A batch in place: who decided, its sums, who was not paid and why. */
export function BatchDetails({ batch }: { batch: PayoutBatch }) {
  const { id, state, decided_at, decided_by, totals, held } = batch;
  return (
    <Stack component="section" aria-label={`Batch ${id}`} gap="sm">
      <Text size="sm">
        {state === 'proposed' && 'Needs a second superadmin. Nothing is paid until they approve. '}
        {decided_at && (
          <>
            {state === 'cancelled' ? 'Cancelled' : 'Approved'} by {decided_by ?? 'an admin'},{' '}
            <Time value={decided_at} />.{' '}
          </>
        )}
        {state !== 'cancelled' && (
          <Anchor component={Link} {...linkTo('/payouts/history', { batch_id: id })} inherit>
            View payouts
          </Anchor>
        )}
      </Text>
      <PayoutTotals totals={totals} />
      {held.length > 0 && (
        <section aria-label="Left out">
          <Text component="h2" size="sm" fw={600} mb={4}>
            Left out of this batch
          </Text>
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
      )}
    </Stack>
  );
}
