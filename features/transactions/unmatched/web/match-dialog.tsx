import { TextInput } from '@mantine/core';
import { formatMajor } from '../../../../core/money.ts';
import type { DialogProps } from '../../../../web/parts/dialogs-of.tsx';
import { ProgramField, useProgramFilter } from '../../../../web/parts/program-select.tsx';
import { addressOf } from '../../../../web/parts/records/record-pages.ts';
import { UserSearch } from '../../../../web/parts/user-search.tsx';
import { Choice } from '../../../../web/ui/chooser/choice.tsx';
import { FormDialog } from '../../../../web/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import { MEMBERSHIP_PERIODS, type MembershipPeriod, SALE_TYPES } from '../../rules.ts';
import type { UnmatchedPayment } from '../contract.ts';
import { type Beside, calls } from './calls.ts';
import { type MatchForm, type MatchValues, useMatchForm } from './match-form.ts';
import { PaymentFacts } from './payment-facts.tsx';
import { nameOf, SALE_TYPE_NAMES } from './payment-words.ts';
import { refreshedOnConflict } from './refreshed-on-conflict.ts';
import { SoldSearch } from './sold-search.tsx';

/** Books a payment as the sale that is named; Enter in a field books nothing. */
export function MatchDialog({ record: payment, onDecided, onClose }: DialogProps<UnmatchedPayment, Beside>) {
  const { id, amount, currency } = payment;
  const form = useMatchForm(payment, useProgramFilter(payment.program_id));
  const { program_id } = form.values;
  const match = async () => {
    const answer = await calls.matchPayment.call({ id, ...form.bodyOf(form.getValues()) });
    const { charge_id } = answer.payment;
    toast(`Payment matched: transaction ${charge_id}`, {
      ...(charge_id !== null && { open: { to: addressOf('transaction', charge_id), search: {} } }),
    });
    onDecided(answer.payment);
  };
  return (
    <FormDialog
      title="Match payment"
      name={nameOf(payment)}
      cautious
      form={form}
      saveLabel={`Match ${formatMajor(amount, currency)}`}
      busyLabel="Matching…"
      failures="inline"
      onSave={() => refreshedOnConflict(payment, onDecided, match)}
      words={(field) => ({ label: LABELS[field as keyof MatchValues] })}
      onClose={onClose}
    >
      <PaymentFacts payment={payment} />
      <ProgramField
        label={LABELS.program_id}
        zero={null}
        required
        value={program_id}
        error={form.errors.program_id}
        onChange={(chosen) => {
          if (chosen === program_id) return;
          // What was found is of the other program.
          form.setValues({ program_id: chosen, class_id: null, event_id: null, user_id: null });
        }}
      />
      <Sold form={form} />
      <UserSearch
        key={program_id}
        label={LABELS.user_id}
        required
        program_id={program_id}
        disabled={program_id === null}
        {...form.getInputProps('user_id')}
      />
      <TextInput
        label={LABELS.code}
        description="The discount or referral code used, if any."
        autoComplete="off"
        {...form.text('code')}
      />
    </FormDialog>
  );
}

function Sold({ form }: { form: MatchForm }) {
  const { program_id, type, class_id, event_id, subscription } = form.values;
  return (
    <>
      <Choice
        label={LABELS.type}
        required
        data={SALE_TYPES.map((value) => ({ value, label: SALE_TYPE_NAMES[value] }))}
        allowDeselect={false}
        value={type}
        error={form.errors.type}
        onChange={(chosen) => {
          const next = SALE_TYPES.find((one) => one === chosen);
          // A bundle is no class, and the other way about.
          if (next && next !== type) form.setValues({ type: next, class_id: null });
        }}
      />
      {(type === 'class' || type === 'bundle') && (
        <SoldSearch
          key={`${type} ${program_id}`}
          type={type}
          program_id={program_id}
          value={class_id}
          error={form.errors.class_id}
          onChange={(found) => form.setFieldValue('class_id', found)}
        />
      )}
      {type === 'event' && (
        <SoldSearch
          key={`event ${program_id}`}
          type="event"
          program_id={program_id}
          value={event_id}
          error={form.errors.event_id}
          onChange={(found) => form.setFieldValue('event_id', found)}
        />
      )}
      {type === 'membership' && (
        <Choice
          label={LABELS.subscription}
          required
          data={MEMBERSHIP_PERIODS.map((value) => ({ value, label: PERIODS[value] }))}
          allowDeselect={false}
          value={subscription}
          error={form.errors.subscription}
          onChange={(chosen) => {
            const next = MEMBERSHIP_PERIODS.find((one) => one === chosen);
            if (next) form.setFieldValue('subscription', next);
          }}
        />
      )}
    </>
  );
}

const PERIODS: Record<MembershipPeriod, string> = { month: 'One month', year: 'One year' };

const LABELS: Record<keyof MatchValues, string> = {
  program_id: 'Program',
  type: 'Type',
  class_id: 'Class',
  event_id: 'Event',
  subscription: 'Period',
  user_id: 'User',
  code: 'Code',
  updated_at: '',
};
