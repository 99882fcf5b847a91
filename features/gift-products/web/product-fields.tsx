import { Radio, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { ImageField } from '../../../web/parts/images/image-field.tsx';
import { ProgramField } from '../../../web/parts/program-select.tsx';
import { useMayAccess } from '../../../web/session.tsx';
import { giftProductsContract } from '../contract.ts';
import { NEW_PRODUCT_TYPES, PRODUCT_TYPE_NAMES } from '../rules.ts';
import { prizeOf } from './prize-words.ts';
import type { ProductForm } from './product-form.ts';
import { TypeFields } from './type-fields.tsx';

type ProductFieldsProps = {
  form: ProductForm;
  isNew: boolean;
  wasDiscount: boolean;
  prizes: readonly string[];
  typo: ReactNode;
  onSending: (field: 'image' | 'nft_image', sending: boolean) => void;
};

export function ProductFields({ form, isNew, wasDiscount, prizes, typo, onSending }: ProductFieldsProps) {
  // Who assigns a product to programs also says whether it goes to every one, and to those that will come.
  const mayAssign = useMayAccess(giftProductsContract.saveGiftProductPrograms['~orpc'].meta.access);
  const { values, errors } = form;
  return (
    <>
      <TextInput autoComplete="off" data-autofocus dir="auto" {...form.text('name')} />
      <Textarea dir="auto" rows={4} resize="vertical" {...form.text('description')} />
      {typo}
      <Radio.Group label="Type" {...form.getInputProps('type')}>
        <Stack gap={6} mt={4}>
          {[...NEW_PRODUCT_TYPES, ...(wasDiscount ? (['discount'] as const) : [])].map((type) => (
            <Radio key={type} value={type} label={PRODUCT_TYPE_NAMES[type]} />
          ))}
        </Stack>
      </Radio.Group>
      <TypeFields form={form} onSending={(sending) => onSending('nft_image', sending)} />
      <ImageField
        label="Image"
        type="product-image"
        value={values.image}
        onChange={(image) => {
          form.setFieldValue('image', image);
          form.clearFieldError('image_id');
        }}
        onSending={(sending) => onSending('image', sending)}
        error={errors.image_id}
      />
      <ProgramField zero="Global site" {...form.getInputProps('program_id')} />
      <Switch
        {...form.tick('active')}
        description={
          !values.active && prizes.length > 0
            ? `Stays the prize of ${prizeOf([{ prize_of: prizes }])}`
            : undefined
        }
      />
      {mayAssign && <Switch {...form.tick('auto_assign')} />}
      {mayAssign && isNew && <Switch {...form.tick('assign_to_all')} />}
    </>
  );
}
