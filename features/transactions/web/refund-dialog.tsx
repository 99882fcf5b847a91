import { Alert, Button, Checkbox, Group, SegmentedControl, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { decimalsOf, formatMajor, formatMoney, minorOf, toMajor, toMinor } from '../../../core/money.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { Dialog, DialogFooter } from '../../../web/ui/dialog/dialog.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { NumberField } from '../../../web/ui/form/number-field.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import type { Transaction } from '../contract.ts';
import { BY_HAND, MAX_REASON, OVER_THE_AMOUNT_PAID, REFUNDED_BY_HAND } from '../refunds/rules.ts';
import { canCancelRegistration } from '../rules.ts';
import type { Beside } from './calls.ts';
import { refunds } from './calls.ts';
import { RefundShares } from './refund-shares.tsx';

const SHARES = ['full', 'half', 'other'] as const;
type Share = (typeof SHARES)[number];

type Values = {
  share: Share;
  /** Major units, where the share is another. */
  amount: number | null;
  /** One class of a bundle, '' for all of them. */
  class_id: string;
  cancel_registration: boolean;
  reason: string;
};

const BLANK: Values = { share: 'full', amount: null, class_id: '', cancel_registration: false, reason: '' };

/** Refunds some or all of a charge; the focus starts on Cancel (specification: Refunds). */
export function RefundDialog({ record: transaction, onAsked, onClose }: DialogProps<Transaction, Beside>) {
  const { id, currency, charge_type, parts, commissions } = transaction;
  const [over, setOver] = useState(false);
  const availableOf = ({ class_id }: Values) =>
    parts.find((part) => String(part.class_id) === class_id)?.refund_available ??
    transaction.refund_available;
  const minorAsked = (values: Values) =>
    values.share !== 'other'
      ? shareOf(values.share, minorOf(availableOf(values), currency))
      : values.amount === null
        ? null
        : toMinor(String(values.amount), currency);
  const form = useForm<Values>({
    initialValues: BLANK,
    validate: (values) => {
      const minor = minorAsked(values);
      const available = availableOf(values);
      const fits = minor !== null && minor > 0 && minor <= minorOf(available, currency);
      return { amount: fits ? null : `Enter up to ${formatMajor(available, currency)}` };
    },
  });
  const values = form.getValues();
  const available = availableOf(values);
  const asked = minorAsked(values);
  const fitting = asked !== null && asked > 0 && asked <= minorOf(available, currency) ? asked : null;
  const isTooMuch = asked !== null && asked > minorOf(available, currency);

  const send = async ({ class_id, cancel_registration, reason }: Values) => {
    try {
      const { request } = await refunds.calls.refundCharge.call({
        id,
        amount: toMajor(asked ?? 0, currency),
        cancel_registration,
        ...(class_id !== '' && { class_id: Number(class_id) }),
        reason,
      });
      onAsked(id, request ? 'Refund needs approval' : 'Refund processing');
      if (request)
        toast('This refund is above the limit and needs approval by another admin', {
          open: { to: '/refunds', search: {} },
        });
      else toast(transaction.by_hand ? REFUNDED_BY_HAND : 'Refunded. Wait for data update');
    } catch (error) {
      onAsked(id, 'Refund attempted, checking');
      if (failureOf(error).code !== 'IDEMPOTENCY_KEY_REUSED') throw error;
      toast(HEARD, { kind: 'error', persistent: true });
    }
  };

  return (
    <FormDialog
      title="Refund transaction?"
      name={`#${id} ${transaction.class_name ?? transaction.description}`}
      quoted
      cautious
      size="lg"
      form={form}
      saveLabel={fitting === null ? 'Refund' : `Refund ${formatMoney(fitting, currency)}`}
      busyLabel="Refunding…"
      failures="toast"
      failedText="Refund error. Try again later"
      onSave={send}
      onRefused={(fields) => setOver(fields.includes('amount'))}
      covered={over}
      // Looks it, and still says why in the dialog that the specification asks for.
      unfit={isTooMuch}
      words={(field) => ({ label: LABELS[field as keyof Values] })}
      onClose={onClose}
    >
      <Text size="sm">
        {formatMajor(transaction.amount, currency)} paid, {formatMajor(available, currency)} refundable
        {values.class_id !== '' && ' for this class'}.
      </Text>
      {parts.length > 0 && (
        <Choice
          label={LABELS.class_id}
          data={[
            { value: '', label: 'The whole bundle' },
            ...parts.map(({ class_id, class_name, refund_available }) => ({
              value: String(class_id),
              label: `${class_name} (${formatMajor(refund_available, currency)})`,
              disabled: refund_available <= 0,
            })),
          ]}
          allowDeselect={false}
          {...form.getInputProps('class_id')}
        />
      )}
      <SegmentedControl
        aria-label="Share"
        size="sm"
        data={SHARES.map((share) => ({ value: share, label: SHARE_NAMES[share] }))}
        {...form.getInputProps('share')}
      />
      <NumberField
        label={`${LABELS.amount}, ${currency}`}
        step={decimalsOf(currency) === 0 ? 1 : undefined}
        {...form.getInputProps('amount')}
        value={values.share === 'other' ? values.amount : toMajor(asked ?? 0, currency)}
        onChange={(typed) => form.setValues({ share: 'other', amount: typed })}
        {...(isTooMuch && { error: `Enter up to ${formatMajor(available, currency)}` })}
        max={null}
      />
      {canCancelRegistration(charge_type) && (
        <Checkbox
          label={LABELS.cancel_registration}
          {...form.getInputProps('cancel_registration', { type: 'checkbox' })}
        />
      )}
      <Textarea
        label={LABELS.reason}
        description="Internal note, visible to staff."
        autosize
        minRows={2}
        maxLength={MAX_REASON}
        {...form.getInputProps('reason')}
      />
      {fitting !== null && <RefundShares lines={commissions} amount={fitting} currency={currency} />}
      <Text size="sm">
        To {transaction.student_name ?? 'the student'},{' '}
        {transaction.by_hand ? 'by hand' : 'by Stripe, as it was paid'}.
      </Text>
      {transaction.by_hand === 1 && (
        <Alert variant="outline" p="xs">
          {BY_HAND}
        </Alert>
      )}
      {transaction.held && (
        <Alert variant="outline" p="xs">
          This sale is on hold. You can still refund it.
        </Alert>
      )}
      {over && (
        <Dialog small title={OVER_THE_AMOUNT_PAID} onClose={() => setOver(false)}>
          <Text size="sm">{`Enter up to ${formatMajor(available, currency)}.`}</Text>
          <DialogFooter>
            <Group justify="flex-end">
              <Button data-autofocus onClick={() => setOver(false)}>
                OK
              </Button>
            </Group>
          </DialogFooter>
        </Dialog>
      )}
    </FormDialog>
  );
}

const SHARE_NAMES: Record<Share, string> = { full: 'Full amount refund', half: 'Half', other: 'Other' };

/** Returns a share in minor units; of an odd amount the half is the larger one. */
function shareOf(share: Exclude<Share, 'other'>, available: number): number {
  return share === 'full' ? available : Math.ceil(available / 2);
}

const HEARD = "The earlier refund went through. Nothing more was sent. Check this sale's refunds.";

const LABELS: Record<keyof Values, string> = {
  share: 'Share',
  amount: 'Amount',
  class_id: 'Class of the bundle',
  cancel_registration: "Cancel Student's Registration Upon Refund",
  reason: 'Reason',
};
