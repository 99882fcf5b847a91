import { Text } from '@mantine/core';
import { Time } from '../../../../web/ui/time.tsx';
import type { UnmatchedPayment } from '../contract.ts';
import { missingInWords, payerOf } from './payment-words.ts';

export function PaymentFacts({ payment }: { payment: UnmatchedPayment }) {
  const { paid_at, provider_ref, reference, user_reference } = payment;
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      Paid <Time value={paid_at} /> · {missingInWords(payment)} ·{' '}
      {user_reference !== null && <>{payerOf(payment)} on the site · </>}
      <Text span size="sm" ff="monospace" c="dimmed">
        {provider_ref ?? reference}
      </Text>
    </Text>
  );
}
