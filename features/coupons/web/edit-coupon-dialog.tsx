import { Checkbox, TextInput } from '@mantine/core';
import { blankOf } from '../../../core/nouns/field-set.ts';
import { DEFAULT_PROGRAM } from '../../../core/programs.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { PROGRAM_WORD } from '../../../web/parts/program-name.tsx';
import { useProgramOfNew, useSaveLabel } from '../../../web/parts/program-of-new.ts';
import { ProgramField } from '../../../web/parts/program-select.tsx';
import { recordForm } from '../../../web/parts/record-form.ts';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import { wordsOf } from '../../../web/ui/form/field-words.ts';
import { type FormValues, useSchemaForm, valuesFrom } from '../../../web/ui/form/schema-form.ts';
import { COUPON_FIELDS, type Coupon, newCoupon } from '../contract.ts';
import { calls, readCoupon, reload } from './calls.ts';
import { useLookup } from './coupon-lookup.tsx';

type Values = FormValues<typeof newCoupon, { program_id: number }>;

export function EditCouponDialog({ record: coupon, onClose }: DialogProps<Coupon | null>) {
  const program_id = useProgramOfNew(DEFAULT_PROGRAM);
  const form = useSchemaForm({
    schema: newCoupon,
    fields: COUPON_FIELDS,
    initialValues: coupon ? valuesFrom(BLANK, coupon) : { ...BLANK, program_id },
  });
  const saveLabel = useSaveLabel({ program_id: form.values.program_id, isNew: !coupon });
  const lookup = useLookup(form.values.coupon_stripe_id);
  const save = async (values: Values, id?: number) => {
    const data = form.bodyOf(values);
    return (await (id ? calls.updateCoupon.call({ id, data }) : calls.createCoupon.call({ data }))).coupon;
  };
  const percentage = form.tick('is_percents');

  return (
    <FormDialog
      {...recordForm({
        form,
        noun: 'coupon',
        record: coupon,
        nameOf: ({ coupon_name }) => coupon_name,
        screen: '/coupons',
        valuesOf: (row) => valuesFrom(BLANK, row),
        read: readCoupon,
        save,
        reload,
      })}
      saveLabel={saveLabel}
      onClose={onClose}
      failures="inline"
      wrapper="data"
      words={WORDS}
    >
      <TextInput autoComplete="off" data-autofocus {...form.text('coupon_name')} />
      <TextInput
        autoComplete="off"
        spellCheck={false}
        styles={{ input: { fontFamily: 'monospace' } }}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={lookup.element}
        {...form.text('coupon_stripe_id')}
      />
      <ProgramField zero="Global site" {...form.getInputProps('program_id')} />
      <Checkbox
        {...percentage}
        {...(lookup.known && {
          checked: lookup.known.kind === 'percent',
          description: 'Set by Stripe',
          disabled: true,
        })}
      />
    </FormDialog>
  );
}

const WORDS = wordsOf(COUPON_FIELDS, {
  program_id: PROGRAM_WORD,
});

const BLANK: Values = { ...blankOf(COUPON_FIELDS), program_id: 0 };
