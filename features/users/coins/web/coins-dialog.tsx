import { TextInput } from '@mantine/core';
import { COIN, inCoins } from '../../../../core/coins.ts';
import type { DialogProps } from '../../../../web/parts/dialogs-of.tsx';
import { EnterStays } from '../../../../web/ui/chooser/enter-guard.tsx';
import { FormDialog } from '../../../../web/ui/dialog/form-dialog.tsx';
import { NumberField } from '../../../../web/ui/form/number-field.tsx';
import { type FormValues, useSchemaForm } from '../../../../web/ui/form/schema-form.ts';
import { toast } from '../../../../web/ui/toasts.tsx';
import { nameOf, type Person } from '../../web/calls.ts';
import { grant } from '../schemas.ts';
import { coinCalls, reloadCoins } from './calls.ts';

type Values = FormValues<typeof grant>;

/** Shows a 400 as a persistent toast; the dialog shows any other failure (section 8). */
export function CoinsDialog({ record: user, onClose }: DialogProps<Person>) {
  const form = useSchemaForm({
    schema: grant,
    initialValues: { amount: null, reason: '' } satisfies Values as Values,
    missing: { amount: 'Enter an amount' },
  });
  return (
    <FormDialog
      title={`Add ${COIN} coins`}
      name={nameOf(user)}
      form={form}
      saveLabel={`Add ${COIN} coins`}
      onSave={async (values) => {
        const { lilt_balance } = await coinCalls.grantCoins.call({ id: user.id, ...form.bodyOf(values) });
        toast(`${nameOf(user)} has ${inCoins(lilt_balance)} ${COIN} now`);
        await reloadCoins();
      }}
      onClose={onClose}
      failures="toast400"
    >
      {/* An amount may be half typed: the button or Ctrl+Enter sends it. */}
      <EnterStays>
        <NumberField
          label="Amount"
          rightSection={COIN}
          rightSectionWidth={56}
          step={0.01}
          {...form.amount('amount')}
          max={null}
        />
        <TextInput
          label="Reason"
          description="Internal note. The user isn't notified."
          autoComplete="off"
          {...form.text('reason')}
        />
      </EnterStays>
    </FormDialog>
  );
}
