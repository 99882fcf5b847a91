import { Group, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CURRENCIES, toMinor } from '../../../core/money.ts';
import { DEFAULT_PROGRAM } from '../../../core/programs.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { ImageField, ImagePreview, type StoredImage } from '../../../web/parts/images/image-field.tsx';
import { ProgramName } from '../../../web/parts/program-name.tsx';
import { useProgramOfNew, usePublishing } from '../../../web/parts/program-of-new.ts';
import { ProgramField } from '../../../web/parts/program-select.tsx';
import { usePrograms } from '../../../web/parts/programs.ts';
import { type FoundUser, UserSearch } from '../../../web/parts/user-search.tsx';
import { useMayAccess } from '../../../web/session.tsx';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { MultiChoice } from '../../../web/ui/chooser/multi-choice.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import { NumberField } from '../../../web/ui/form/number-field.tsx';
import { useSchemaForm } from '../../../web/ui/form/schema-form.ts';
import { CLASS_FIELDS } from '../class-schemas.ts';
import { classesContract, newClass } from '../contract.ts';
import { calls, reload } from './calls.ts';

export function AddClassDialog({ onClose }: DialogProps<null>) {
  return <NewClassDialog is_bundle={false} onClose={onClose} />;
}

/** A bundle begins empty: "Open" in the toast leads to its row, and that to the editor. */
export function AddBundleDialog({ onClose }: DialogProps<null>) {
  return <NewClassDialog is_bundle onClose={onClose} />;
}

const BLANK = {
  class_name: '',
  instructor: null as FoundUser | null,
  class_price: 0 as number | null,
  /** Empty: that of the home program. */
  currency: '' as '' | (typeof CURRENCIES)[number],
  programs: [] as number[],
  description: '',
  additional_info: '',
  image: null as StoredImage | null,
  active: true,
};
type NewClassValues = typeof BLANK & { program_id: number };

function NewClassDialog({ is_bundle, onClose }: { is_bundle: boolean; onClose: () => void }) {
  const noun = is_bundle ? 'bundle' : 'class';
  const begins = useProgramOfNew(DEFAULT_PROGRAM);
  const [sendingImage, setSendingImage] = useState(false);
  const sellsElsewhere = useMayAccess(classesContract.saveClassPrograms['~orpc'].meta.access);
  const { data } = usePrograms();
  const currencyOf = ({ currency, program_id }: NewClassValues) =>
    currency || (data?.programs.find(({ id }) => id === program_id)?.default_currency ?? 'USD');
  const form = useSchemaForm({
    schema: newClass,
    fields: CLASS_FIELDS,
    initialValues: { ...BLANK, program_id: begins },
    bodyOf: (values: NewClassValues) => bodyOf(values, is_bundle),
    missing: { class_price: 'Enter a price' },
    checks: (values: NewClassValues) =>
      values.class_price !== null && toMinor(String(values.class_price), currencyOf(values)) === null
        ? { class_price: `${currencyOf(values)} does not have amounts like this` }
        : {},
  });
  const { values, errors } = form;
  const { saveLabel, second } = usePublishing(values, null);
  const others = (data?.programs ?? []).filter(({ id, status }) => status === 1 && id !== values.program_id);
  return (
    <FormDialog
      title={`Add ${noun}`}
      size="lg"
      form={form}
      ready={!sendingImage}
      saveLabel={sendingImage ? 'Uploading…' : saveLabel}
      second={second}
      onSave={async (sent) => {
        const saved = await calls.createClass.call({ class_data: form.bodyOf(sent) });
        await reload();
        return saved.class;
      }}
      onClose={onClose}
      failures="toast400"
      savedText={is_bundle ? 'Bundle added' : 'Class added'}
      added={({ id }) => ({ to: is_bundle ? '/bundles' : '/classes', id })}
      wrapper="class_data"
      words={(field) => WORDS[field as keyof NewClassValues]}
    >
      <TextInput
        autoComplete="off"
        data-autofocus
        dir="auto"
        {...form.text('class_name')}
        label={is_bundle ? 'Bundle name' : CLASS_FIELDS.class_name.label}
      />
      <UserSearch
        label="Instructor"
        teaches
        value={values.instructor}
        onChange={(instructor) => form.setFieldValue('instructor', instructor)}
        error={errors.instructor_id}
      />
      <Group align="start" grow>
        <NumberField label="Price" step={0.01} {...form.amount('class_price')} required />
        <Choice
          label="Currency"
          data={CURRENCIES.map((currency) => ({ value: currency, label: currency }))}
          value={currencyOf(values)}
          onChange={(chosen) =>
            chosen && form.setFieldValue('currency', chosen as NewClassValues['currency'])
          }
          allowDeselect={false}
          nothingFoundMessage="No currency has this name"
          error={errors.currency}
        />
      </Group>
      <ProgramField
        label="Home program"
        zero="Global site"
        value={values.program_id}
        onChange={(program_id) => form.setFieldValue('program_id', program_id)}
        error={errors.program_id}
      />
      {sellsElsewhere && (
        <MultiChoice
          label="Also sell in"
          placeholder={values.programs.length === 0 ? 'Choose programs' : undefined}
          data={others.map(({ id, program_display_name }) => ({
            value: String(id),
            label: program_display_name,
          }))}
          value={values.programs.filter((id) => id !== values.program_id).map(String)}
          onChange={(chosen) => form.setFieldValue('programs', chosen.map(Number))}
          error={errors.programs}
        />
      )}
      <Textarea dir="auto" rows={4} resize="vertical" {...form.text('description')} />
      <Textarea dir="auto" rows={2} resize="vertical" {...form.text('additional_info')} />
      <ImageField
        label={is_bundle ? 'Bundle image' : 'Class image'}
        type="class-image"
        value={values.image}
        onChange={(image) => form.setFieldValue('image', image)}
        onSending={setSendingImage}
        error={errors.class_image_id}
      />
    </FormDialog>
  );
}

function bodyOf(
  { instructor, currency, image, active, programs, ...values }: NewClassValues,
  is_bundle: boolean,
) {
  return {
    ...values,
    is_bundle,
    instructor_id: instructor?.id ?? null,
    ...(currency !== '' && { currency }),
    ...(image && { class_image_id: image.id }),
    programs: programs.filter((id) => id !== values.program_id),
    status: active,
  };
}

const WORDS: Partial<Record<string, { label: string; show?: (value: unknown) => React.ReactNode }>> = {
  class_price: { label: 'Price' },
  image: { label: 'Image', show: (image) => <ImagePreview image={image as StoredImage | null} /> },
  program_id: { label: 'Home program', show: (id) => <ProgramName id={Number(id)} /> },
  active: { label: 'Active' },
  programs: { label: 'Also sell in' },
};
