import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { CURRENCIES, type Currency } from '../../../core/money.ts';
import { ImageField } from '../../../web/parts/images/image-field.tsx';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { NumberField } from '../../../web/ui/form/number-field.tsx';
import { MAX_NFT_ID } from '../rules.ts';
import { ClassSearch } from './class-search.tsx';
import type { ProductForm, ProductValues } from './product-form.ts';

type TypeFieldsProps = { form: ProductForm; onSending: (sending: boolean) => void };

export function TypeFields({ form, onSending }: TypeFieldsProps) {
  const { values } = form;
  const errorOf = (field: keyof ProductValues, refused: string) => form.errors[field] ?? form.errors[refused];
  if (values.type === 'class')
    return (
      <ClassSearch
        value={values.class_}
        onChange={(found) => {
          form.setFieldValue('class_', found);
          form.clearFieldError('data.class_id');
        }}
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
          onChange={(image) => {
            form.setFieldValue('nft_image', image);
            form.clearFieldError('nft_image_id');
          }}
          onSending={onSending}
          error={errorOf('nft_image', 'nft_image_id')}
        />
        <TextInput
          label="Chain ID"
          description="Name of the digital item on its blockchain, if any."
          autoComplete="off"
          maxLength={MAX_NFT_ID}
          value={values.nft_id}
          onChange={(event) => {
            form.setFieldValue('nft_id', event.currentTarget.value);
            form.clearFieldError('data.nft_id');
          }}
          error={errorOf('nft_id', 'data.nft_id')}
        />
      </>
    );
  if (values.type !== 'money') return null;
  return (
    <div>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberField
          label="Amount"
          step={0.01}
          max={null}
          value={values.amount}
          onChange={(amount) => {
            form.setFieldValue('amount', amount);
            form.clearFieldError('data.amount');
          }}
          error={errorOf('amount', 'data.amount')}
        />
        <Choice
          label="Currency"
          placeholder="None"
          data={CURRENCIES.map((currency) => ({ value: currency, label: currency }))}
          value={values.currency}
          onChange={(currency) => {
            form.setFieldValue('currency', currency as Currency | null);
            form.clearFieldError('data.currency');
          }}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear Currency', 'aria-hidden': undefined, tabIndex: 0 }}
          nothingFoundMessage="No such currency"
          error={errorOf('currency', 'data.currency')}
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt={4}>
        Leave both empty if the amount is set later.
      </Text>
    </div>
  );
}
