import { Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { formatMajor } from '../../../../core/money.ts';
import { apiOf } from '../../../../web/api.ts';
import { FormDialog } from '../../../../web/ui/dialog/form-dialog.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import { refundsContract, type UnbookedEvent } from '../contract.ts';

const { refunds } = apiOf({ refunds: refundsContract });

type ReversalValues = { charge_id: string };
type Props = { event: UnbookedEvent; onReversed: () => void; onClose: () => void };

/** Reverses one of the transactions of a payment that was booked twice; begins with the later one. */
export function ReverseDialog({ event, onReversed, onClose }: Props) {
  const { id, object_id, provider_charge, transactions } = event;
  const form = useForm<ReversalValues>({
    initialValues: { charge_id: String(transactions.findLast(({ refundable }) => refundable > 0)?.id ?? '') },
    validate: { charge_id: (chosen) => (chosen === '' ? 'Choose a transaction' : null) },
  });
  const { charge_id } = form.getValues();
  const chosen = transactions.find((one) => String(one.id) === charge_id);
  return (
    <FormDialog<ReversalValues, void>
      title="Reverse a transaction"
      name={object_id}
      cautious
      form={form}
      saveLabel={chosen ? `Reverse transaction ${chosen.id}` : 'Reverse'}
      busyLabel="Reversing…"
      savedText={`Transaction ${charge_id} reversed`}
      failures="inline"
      onSave={async (values) => {
        await refunds.reverseBookedTwice.call({ id, charge_id: Number(values.charge_id) });
        onReversed();
      }}
      words={() => ({ label: 'Transaction' })}
      onClose={onClose}
    >
      <Text size="sm">
        Stripe took one payment ({provider_charge}), and a site reported it twice: by its payment and by its
        invoice. The reversed transaction is refunded here, with its commissions. No money is returned, and
        the student stays registered. Can’t be undone.
      </Text>
      <Radio.Group label="Transaction to reverse" {...form.getInputProps('charge_id')}>
        <Stack gap="xs" mt="xs">
          {transactions.map((one) => (
            <Radio
              key={one.id}
              value={String(one.id)}
              disabled={one.refundable <= 0}
              label={`Transaction ${one.id}: ${formatMajor(one.amount, one.currency)}, ${one.name}`}
              description={
                <>
                  {one.student_name ?? 'No student'}, <Time value={one.created_at} />
                  {one.refundable < one.amount && `, ${formatMajor(one.refundable, one.currency)} refundable`}
                </>
              }
            />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
