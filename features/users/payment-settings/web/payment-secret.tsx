import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '../../../../web/ui/failure.ts';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { useOnce } from '../../../../web/ui/use-once.ts';
import { FIELD_NAMES, type Secret } from '../rules.ts';
import { paymentCalls } from './calls.ts';

type PaymentSecretProps = { id: number; field: Secret; last4: string };

/** Last digits of a secret; showing the rest is recorded, and lasts until the tab is left. */
export function PaymentSecret({ id, field, last4 }: PaymentSecretProps) {
  const [shown, setShown] = useState<{ value: string; of: string } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const { busy, once } = useOnce();
  // What was shown is not what was saved since.
  const value = shown?.of === last4 ? shown.value : null;
  const show = () =>
    once(
      async () => {
        setFailed(null);
        const answer = await paymentCalls.showPaymentSecret.call({ id, field });
        setShown({ value: answer.value, of: last4 });
      },
      (error) => setFailed(failureOf(error).message),
    );
  return (
    <Group component="span" gap="xs" align="baseline">
      <Text component="span" size="sm" role="status" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value ?? `•••• ${last4}`}
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${value === null ? 'Show' : 'Hide'}: ${FIELD_NAMES[field]}`}
        {...unavailable(busy)}
        onClick={() => (value === null ? void show() : setShown(null))}
      >
        {value === null ? 'Show' : 'Hide'}
      </Button>
      {failed && (
        <Text component="span" size="sm" c="red" role="alert">
          {failed}
        </Text>
      )}
    </Group>
  );
}
