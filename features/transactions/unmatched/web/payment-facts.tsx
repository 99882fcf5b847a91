import { Text } from '@mantine/core';
import { Time } from '../../../../web/ui/time.tsx';
import type { UnmatchedPayment } from '../contract.ts';
import { missingInWords } from './payment-words.ts';

/** Facts of a payment besides its name: when it was paid, what is missing, its id at Stripe. */
export function PaymentFacts({ payment }: { payment: UnmatchedPayment }) {
  const { paid_at, provider_ref } = payment;
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      Paid <Time value={paid_at} /> · {missingInWords(payment)} ·{' '}
      <Text span size="sm" ff="monospace" c="dimmed">
        {provider_ref}
      </Text>
    </Text>
  );
}
