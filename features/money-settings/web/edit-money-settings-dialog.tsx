import { Alert, Fieldset, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import type { FieldWords } from '../../../web/ui/form/field-words.ts';
import { NumberField } from '../../../web/ui/form/number-field.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import { MAX_NEW_ACCOUNT_DAYS } from '../../users/payment-settings/rules.ts';
import { MAX_HOLD_DAYS } from '../rules.ts';
import { AmountsField } from './amounts-field.tsx';
import { type Beside, calls, reload } from './calls.ts';
import { DETAILS_APPROVAL, NEW_ACCOUNT_DAYS } from './change-words.ts';
import { bodyOf, faultsOf, type Values, valuesOf } from './settings-form.ts';

export function EditMoneySettingsDialog({ answer, onClose }: DialogProps<null, Beside>) {
  const form = useForm<Values>({ initialValues: valuesOf(answer.settings), validate: faultsOf });
  const save = async (values: Values) => {
    const { waits } = await calls.saveMoneySettings.call(bodyOf(values));
    await reload();
    toast(waits ? 'Saved. Looser settings are waiting for a second superadmin' : 'Saved');
  };
  const latest = async () => {
    void reload();
    return valuesOf((await calls.moneySettings.call({})).settings);
  };
  return (
    <FormDialog
      title="Edit money settings"
      size="lg"
      form={form}
      onSave={save}
      latest={latest}
      failures="toast400"
      words={words}
      onClose={onClose}
    >
      {answer.alone === 1 && (
        <Alert variant="outline" p="xs">
          You are the only superadmin. Stricter settings can't be loosened until you add a second superadmin.
        </Alert>
      )}
      <AmountsField
        form={form}
        name="refund_approval_above"
        legend="Refund approval limits"
        description="Refunds above the limit need another admin's approval. Leave empty for no approval."
      />
      <Fieldset legend="Payouts">
        <Switch
          label="A second superadmin approves payouts"
          mb="sm"
          {...form.getInputProps('payout_approval', { type: 'checkbox' })}
        />
        <NumberField
          label="Payout delay (days after sale)"
          step={1}
          {...form.getInputProps('hold_days')}
          value={form.getValues().hold_days}
          max={MAX_HOLD_DAYS}
        />
        <NumberField
          label={NEW_ACCOUNT_DAYS}
          description="The payee isn't paid during the delay."
          mt="sm"
          step={1}
          {...form.getInputProps('new_account_days')}
          value={form.getValues().new_account_days}
          max={MAX_NEW_ACCOUNT_DAYS}
        />
        <Switch
          label="A second superadmin approves changed payout details"
          description="The payee isn't paid until then."
          mt="sm"
          {...form.getInputProps('details_approval', { type: 'checkbox' })}
        />
      </Fieldset>
      <AmountsField
        form={form}
        name="minimum"
        legend="Minimum payouts"
        description="Smaller balances roll over to the next payout."
      />
      <OwnAccount
        form={form}
        name="ach"
        legend="Sender for US (NACHA) files"
        labels={{ origin_name: 'Name', origin_routing: 'Routing number', company_id: 'Company ID' }}
      />
      <OwnAccount
        form={form}
        name="sepa_debtor"
        legend="Sender for SEPA files"
        labels={{ name: 'Name', iban: 'IBAN', bic: 'BIC' }}
      />
    </FormDialog>
  );
}

type GroupProps = {
  form: UseFormReturnType<Values>;
  name: 'ach' | 'sepa_debtor';
  legend: string;
  labels: Record<string, string>;
};

/** Fields of the own account; all empty means none. */
function OwnAccount({ form, name, legend, labels }: GroupProps) {
  return (
    <Fieldset legend={legend}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {Object.entries(labels).map(([field, label]) => (
          <TextInput
            key={field}
            label={label}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps(`${name}.${field}`)}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}

const LABELS: Record<string, string> = {
  refund_approval_above: 'Refund approval limits',
  payout_approval: 'Payout approval',
  hold_days: 'Payout delay (days after sale)',
  new_account_days: NEW_ACCOUNT_DAYS,
  details_approval: DETAILS_APPROVAL,
  minimum: 'Minimum payouts',
  ach: 'Sender for US (NACHA) files',
  sepa_debtor: 'Sender for SEPA files',
};

const words: FieldWords = (field) => ({ label: LABELS[field] ?? field, show: shown });

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? `${value}` : 'none';
  const parts = Object.entries(value).filter(([, part]) => part !== '' && part !== null);
  return parts.map(([name, part]) => `${name} ${part}`).join(', ') || 'none';
}
