import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { whyNotYours } from '../../../../core/second-approver.ts';
import { reloadFeature } from '../../../../web/api.ts';
import { useMayAccess } from '../../../../web/session.tsx';
import { failureOf } from '../../../../web/ui/failure.ts';
import { Time } from '../../../../web/ui/time.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import { useOnce } from '../../../../web/ui/use-once.ts';
import { paymentContract } from '../contract.ts';
import { paymentCalls, reloadPayment } from './calls.ts';

export function PaymentApproval({ id }: { id: number }) {
  const { data } = useQuery(paymentCalls.paymentApproval.queryOptions({ input: { id } }));
  const mayDecide = useMayAccess(paymentContract.approvePayment['~orpc'].meta.access);
  const { busy, once } = useOnce();
  if (!data?.waits) return null;
  const { up_to, at, by, ...who } = data.waits;
  const refused = whyNotYours(who);
  const reload = () => Promise.all([reloadPayment(), reloadFeature('payouts')]);
  const approve = async () => {
    await paymentCalls.approvePayment.call({ id, up_to });
    toast('Payout details approved');
    await reload();
  };
  return (
    <Alert color="yellow" variant="outline" p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ flex: '1 1 16rem' }}>
          {by ?? 'The user'} changed the payout details <Time value={at} />. The user isn't paid until a
          second superadmin approves them.
          {mayDecide && refused && ` ${refused}.`}
        </Text>
        {mayDecide && !refused && (
          <Button
            variant="default"
            size="compact-sm"
            aria-busy={busy}
            onClick={() =>
              void once(approve, async (error) => {
                toast(failureOf(error).message, { kind: 'error', persistent: true });
                await reload();
              })
            }
          >
            Approve payout details
          </Button>
        )}
      </Group>
    </Alert>
  );
}
