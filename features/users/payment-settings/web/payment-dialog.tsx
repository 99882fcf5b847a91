import { Alert, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { RecordDialog } from '../../../../web/parts/record-dialog.tsx';
import { useSignedInUser } from '../../../../web/session.tsx';
import { Choice } from '../../../../web/ui/chooser/choice.tsx';
import { FormDialog } from '../../../../web/ui/dialog/form-dialog.tsx';
import { PasswordField } from '../../../../web/ui/form/password-field.tsx';
import { nameOf } from '../../web/calls.ts';
import type { PaymentSettings } from '../contract.ts';
import {
  METHOD_FIELDS,
  METHOD_NAMES,
  METHODS,
  type Method,
  missingFor,
  type PaymentField,
} from '../rules.ts';
import { paymentCalls, reloadPayment } from './calls.ts';
import {
  heldAfter,
  type PaymentValues,
  paymentBody,
  paymentFaults,
  paymentValues,
  paymentWord,
} from './payment-form.ts';
import { PaymentInput } from './payment-input.tsx';

type PaymentDialogProps = { user: Parameters<typeof nameOf>[0]; onClose: () => void };

export function PaymentDialog({ user, onClose }: PaymentDialogProps) {
  return (
    <RecordDialog<PaymentSettings>
      noun="payout details of user"
      id={user.id}
      row={undefined}
      read={() => paymentCalls.paymentSettings.call({ id: user.id })}
      onClose={onClose}
    >
      {(settings) => <PaymentForm user={user} settings={settings} onClose={onClose} />}
    </RecordDialog>
  );
}

type SharedProps = { user: { id: number; name: string }; onClose: () => void };

/** Shows the same from a list of another feature, which knows the user by one name. */
export function SharedPaymentDialog({ user: { id, name }, onClose }: SharedProps) {
  return <PaymentDialog user={{ id, first_name: name, last_name: '', email: '' }} onClose={onClose} />;
}

function PaymentForm({ user, settings, onClose }: PaymentDialogProps & { settings: PaymentSettings }) {
  const { id } = user;
  const { email, has_password } = useSignedInUser();
  const hasPassword = has_password === 1;
  const form = useForm<PaymentValues>({
    initialValues: { ...paymentValues(settings), ...(!hasPassword && { password: null }) },
    validate: paymentFaults,
  });
  const method = form.values.paid_by as Method | null;
  const missing = method ? missingFor(method, heldAfter(method, form.values, settings)) : [];
  return (
    <FormDialog
      title="Edit payout details"
      name={nameOf(user)}
      form={form}
      onSave={async (values) => {
        await paymentCalls.savePaymentSettings.call({ id, ...paymentBody(values, form.getInitialValues()) });
        await reloadPayment();
      }}
      onClose={onClose}
      failures="toast400"
      savedText="We emailed the user about this change"
      latest={async () => paymentValues(await paymentCalls.paymentSettings.call({ id }))}
      words={paymentWord}
    >
      <Choice
        label="Payout method"
        placeholder="Not set"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear payout method', tabIndex: 0 }}
        allowDeselect={false}
        data={METHODS.map((value) => ({ value, label: METHOD_NAMES[value] }))}
        {...form.getInputProps('paid_by')}
      />
      {method &&
        destinationFirst(METHOD_FIELDS[method]).map((field) => (
          <PaymentInput
            key={`${method} ${field}`}
            form={form}
            method={method}
            field={field}
            kept={settings.fields[method][field]}
          />
        ))}
      {missing.length > 0 && (
        <Alert color="yellow" variant="outline">
          <Text size="sm">Missing: {missing.join(', ')}</Text>
        </Alert>
      )}
      {hasPassword && <input type="email" autoComplete="username" value={email} readOnly hidden />}
      {hasPassword && (
        <PasswordField
          label="Your password"
          description="Confirm that it's you. We email the user at every address of the last 30 days."
          autoComplete="current-password"
          {...form.getInputProps('password')}
          value={form.values.password ?? ''}
        />
      )}
    </FormDialog>
  );
}

/** Puts what names the account before what describes it: it is what is changed as a rule. */
function destinationFirst(fields: readonly PaymentField[]): PaymentField[] {
  return fields.toSorted((a, b) => Number(DESCRIBING.includes(a)) - Number(DESCRIBING.includes(b)));
}

const DESCRIBING: readonly PaymentField[] = [
  'full_name',
  'bank_name',
  'account_currency',
  'address',
  'city',
  'postal_code',
  'country',
];
