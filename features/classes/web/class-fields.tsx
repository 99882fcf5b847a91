import { Checkbox, Radio, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { COIN } from '../../../core/coins.ts';
import { ImageField } from '../../../web/parts/images/image-field.tsx';
import { ProgramField } from '../../../web/parts/program-select.tsx';
import { NumberField } from '../../../web/ui/form/number-field.tsx';
import { CLASS_CHANGE_FIELDS } from '../class-schemas.ts';
import type { ClassDetail } from '../contract.ts';
import { CategoryFields } from './category-fields.tsx';
import type { ClassForm } from './class-form.ts';

const ACCESS_LABELS = { public: 'Public', private: 'Private (not shown on any site)' } as const;

type ClassFieldsProps = {
  form: ClassForm;
  class_: ClassDetail;
  mayForce: boolean;
  typo: ReactNode;
  onSendingImage: (sending: boolean) => void;
};

export function ClassFields({ form, class_, mayForce, typo, onSendingImage }: ClassFieldsProps) {
  const { values, errors } = form;
  const discount = (name: 'membership_discount' | 'membership_discount_other') => (
    <NumberField step={0.01} rightSection={<Unit of="%" />} {...form.amount(name)} max={100} required />
  );
  return (
    <>
      <TextInput data-autofocus dir="auto" {...form.text('class_name')} required />
      <CategoryFields id={class_.id} form={form} />
      <Textarea dir="auto" rows={5} resize="vertical" {...form.text('description')} />
      <Textarea dir="auto" rows={3} resize="vertical" {...form.text('additional_info')} />
      {typo}
      <Radio.Group label={CLASS_CHANGE_FIELDS.access_type.label} {...form.getInputProps('access_type')}>
        <Stack gap={6} mt={4}>
          {(['public', 'private'] as const).map((type) => (
            <Radio key={type} value={type} label={ACCESS_LABELS[type]} />
          ))}
        </Stack>
      </Radio.Group>
      <NumberField
        label="Class price"
        description="Applies to new sales only."
        step={0.01}
        rightSection={<Unit of={class_.currency} />}
        rightSectionWidth={52}
        {...form.amount('class_price')}
        required
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {discount('membership_discount')}
        {discount('membership_discount_other')}
      </SimpleGrid>
      <NumberField
        description="Per enrolment. 0 = no reward."
        step={1}
        rightSection={<Unit of={COIN} />}
        rightSectionWidth={52}
        {...form.amount('enrol_reward')}
        required
      />
      <ImageField
        label="Class image"
        type="class-image"
        class_id={class_.id}
        value={values.image}
        onChange={(image) => form.setFieldValue('image', image)}
        onSending={onSendingImage}
        error={errors.class_image_id}
      />
      <ProgramField label="Home program" zero="Global site" {...form.getInputProps('program_id')} />
      <Switch {...form.tick('status')} />
      <Switch {...form.tick('viewable')} />
      <Switch {...form.tick('cancel')} />
      <Switch {...form.tick('del_flag')} />
      {mayForce && (
        <Checkbox
          label="Delete although enrolled students have upcoming sessions"
          {...form.getInputProps('force', { type: 'checkbox' })}
        />
      )}
    </>
  );
}

function Unit({ of }: { of: string }) {
  return (
    <Text size="xs" c="dimmed">
      {of}
    </Text>
  );
}
