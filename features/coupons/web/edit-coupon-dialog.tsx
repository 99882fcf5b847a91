import { Checkbox, TextInput } from '@mantine/core';
import { DEFAULT_PROGRAM } from '../../../core/programs.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { ProgramName } from '../../../web/parts/program-name.tsx';
import { useProgramOfNew, useSaveLabel } from '../../../web/parts/program-of-new.ts';
import { ProgramField } from '../../../web/parts/program-select.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import type { FieldWords } from '../../../web/ui/form/field-words.ts';
import { type FormValues, useSchemaForm, valuesFrom } from '../../../web/ui/form/schema-form.ts';
import { type Coupon, newCoupon } from '../contract.ts';
import { calls, readCoupon, reload } from './calls.ts';
import { useLookup } from './coupon-lookup.tsx';

type Values = FormValues<typeof newCoupon, { program_id: number }>;

export function EditCouponDialog({ record: coupon, onClose }: DialogProps<Coupon | null>) {
  const program_id = useProgramOfNew(DEFAULT_PROGRAM);
  const form = useSchemaForm({
    schema: newCoupon,
    initialValues: coupon ? valuesFrom(BLANK, coupon) : { ...BLANK, program_id },
  });
  const saveLabel = useSaveLabel({ program_id: form.values.program_id, isNew: !coupon });
  const lookup = useLookup(form.values.coupon_stripe_id);
  const save = async (values: Values) => {
    const data = form.bodyOf(values);
    const saved = coupon
      ? await calls.updateCoupon.call({ id: coupon.id, data })
      : await calls.createCoupon.call({ data });
    await reload();
    return saved.coupon;
  };
  const latest = async () => {
    if (!coupon) return null;
    void reload();
    return valuesFrom(BLANK, await readCoupon(coupon.id));
  };
  const percentage = form.getInputProps('is_percents', { type: 'checkbox' });

  return (
    <FormDialog
      title={coupon ? 'Edit coupon' : 'Add coupon'}
      name={coupon?.coupon_name}
      form={form}
      saveLabel={saveLabel}
      onSave={save}
      onClose={onClose}
      failures="inline"
      savedText={coupon ? undefined : 'Coupon added'}
      added={coupon ? undefined : ({ id }) => ({ to: '/coupons', id })}
      wrapper="data"
      latest={coupon ? latest : undefined}
      words={(field) => WORDS[field as keyof Values]}
    >
      <TextInput label="Name" autoComplete="off" data-autofocus {...form.text('coupon_name')} />
      <TextInput
        label="Stripe ID"
        autoComplete="off"
        spellCheck={false}
        styles={{ input: { fontFamily: 'monospace' } }}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={lookup.element}
        {...form.text('coupon_stripe_id')}
      />
      <ProgramField
        zero="Global site"
        value={form.values.program_id}
        onChange={(chosen) => form.setFieldValue('program_id', chosen)}
        error={form.errors.program_id}
      />
      <Checkbox
        label="Percentage"
        {...percentage}
        {...(lookup.known && {
          checked: lookup.known.kind === 'percent',
          description: 'As Stripe says',
          disabled: true,
        })}
      />
    </FormDialog>
  );
}

const WORDS: Partial<Record<keyof Values, ReturnType<FieldWords>>> = {
  coupon_name: { label: 'Name' },
  coupon_stripe_id: { label: 'Stripe ID' },
  program_id: { label: 'Program', show: (id) => <ProgramName id={Number(id)} /> },
  is_percents: { label: 'Percentage' },
};

const BLANK: Values = { coupon_name: '', coupon_stripe_id: '', program_id: 0, is_percents: false };
