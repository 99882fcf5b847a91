import { SimpleGrid, TextInput } from '@mantine/core';
import { CURRENCIES, type Currency } from '../../../core/money.ts';
import { ImageField } from '../../../web/parts/image-field.tsx';
import { Choice } from '../../../web/ui/choice.tsx';
import { NumberField } from '../../../web/ui/number-field.tsx';
import { MAX_NFT_ID } from '../rules.ts';
import { ClassSearch } from './class-search.tsx';
import type { ProductForm, ProductValues } from './product-form.ts';

type TypeFieldsProps = { form: ProductForm; onSending: (sending: boolean) => void };

/** What the chosen type has of its own; the server names these fields otherwise than the form. */
export function TypeFields({ form, onSending }: TypeFieldsProps) {
  const { values } = form;
  const errorOf = (field: keyof ProductValues, refused: string) => form.errors[field] ?? form.errors[refused];
  const set = <Field extends keyof ProductValues>(
    field: Field,
    value: ProductValues[Field],
    refused: string,
  ) => {
    form.setFieldValue(field as never, value as never);
    form.clearFieldError(refused);
  };
  if (values.type === 'class')
    return (
      <ClassSearch
        value={values.class_}
        onChange={(found) => set('class_', found, 'data.class_id')}
        error={errorOf('class_', 'data.class_id')}
      />
    );
  if (values.type === 'nft')
    return (
      <>
        <ImageField
          label="Digital item"
          type="lilt-nft"
          value={values.nft_image}
          onChange={(image) => set('nft_image', image, 'nft_image_id')}
          onSending={onSending}
          error={errorOf('nft_image', 'nft_image_id')}
        />
        <TextInput
          label="Chain ID"
          description="What the digital item is called on its chain, if it is on one."
          autoComplete="off"
          maxLength={MAX_NFT_ID}
          value={values.nft_id}
          onChange={(event) => set('nft_id', event.currentTarget.value, 'data.nft_id')}
          error={errorOf('nft_id', 'data.nft_id')}
        />
      </>
    );
  if (values.type !== 'money') return null;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NumberField
        label="Amount"
        description="Left out where it is named later."
        step={0.01}
        max={null}
        value={values.amount}
        onChange={(amount) => set('amount', amount, 'data.amount')}
        error={errorOf('amount', 'data.amount')}
      />
      <Choice
        label="Currency"
        placeholder="None"
        description="Of the amount, where there is one."
        data={CURRENCIES.map((currency) => ({ value: currency, label: currency }))}
        value={values.currency}
        onChange={(currency) => set('currency', currency as Currency | null, 'data.currency')}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear Currency' }}
        nothingFoundMessage="No such currency"
        error={errorOf('currency', 'data.currency')}
      />
    </SimpleGrid>
  );
}
