import { Radio, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { COIN } from '../../../core/coins.ts';
import { ImageField } from '../../../web/parts/images/image-field.tsx';
import { ProgramField } from '../../../web/parts/program-select.tsx';
import { useMayAccess } from '../../../web/session.tsx';
import { DateTimeRange } from '../../../web/ui/chooser/date-time-range.tsx';
import { NumberField } from '../../../web/ui/form/number-field.tsx';
import { EVENT_FIELDS } from '../contract.ts';
import { EVENT_TYPES, type FixedTerms } from '../rules.ts';
import type { EventForm } from './event-form.ts';
import { ProductSearch } from './product-search.tsx';

const TYPE_LABELS = {
  regular: 'Regular (fixed price)',
  giveaway: 'Giveaway (tickets, one winner)',
} as const;

type EventFieldsProps = {
  form: EventForm;
  isNew: boolean;
  fixed: FixedTerms;
  typo: ReactNode;
  onSendingImage: (sending: boolean) => void;
};

export function EventFields({ form, isNew, fixed, typo, onSendingImage }: EventFieldsProps) {
  // Assigning beyond one's own program is a superadmin's (section 6).
  const mayAssign = useMayAccess({ role: 'superadmin' });
  const { values, errors } = form;
  const amount = (name: 'price' | 'ticket_price' | 'usd_price', unit: string, why = '') => (
    <NumberField
      label={PRICE_LABELS[name]}
      description={why}
      readOnly={why !== ''}
      step={0.01}
      rightSection={
        <Text size="xs" c="dimmed">
          {unit}
        </Text>
      }
      rightSectionWidth={52}
      {...form.amount(name)}
      required={why === ''}
    />
  );

  return (
    <>
      <TextInput data-autofocus {...form.text('name')} />
      <Textarea rows={4} resize="vertical" {...form.text('description')} />
      {typo}
      <Radio.Group label="Type" description={fixed.type} {...form.getInputProps('type')}>
        <Stack gap={6} mt={4}>
          {EVENT_TYPES.map((type) => (
            <Radio
              key={type}
              value={type}
              label={TYPE_LABELS[type]}
              disabled={fixed.type !== '' && type !== values.type}
            />
          ))}
        </Stack>
      </Radio.Group>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {values.type === 'regular' ? amount('price', COIN) : amount('ticket_price', COIN, fixed.ticket_price)}
        {amount('usd_price', 'USD')}
        <NumberField step={1} {...form.amount('available')} required />
      </SimpleGrid>
      <DateTimeRange
        label="Start and end"
        required
        value={[values.start_at, values.end_at]}
        errors={[errors.start_at, errors.end_at]}
        onChange={([start_at, end_at]) => form.setValues({ start_at, end_at })}
      />
      <ProductSearch
        value={values.product}
        fixed={fixed.product}
        onChange={(product) => {
          form.setFieldValue('product', product);
          form.clearFieldError('product_id');
        }}
        error={errors.product_id}
      />
      <ImageField
        label="Image"
        type="event-image"
        value={values.image}
        onChange={(image) => form.setFieldValue('image', image)}
        onSending={onSendingImage}
        error={errors.image_id}
      />
      <ProgramField zero="Global site" {...form.getInputProps('program_id')} />
      <Switch {...form.tick('active')} />
      {mayAssign && <Switch {...form.tick('auto_assign')} />}
      {mayAssign && isNew && <Switch {...form.tick('assign_to_all')} />}
    </>
  );
}

const PRICE_LABELS = {
  price: 'Price',
  ticket_price: 'Ticket price',
  usd_price: EVENT_FIELDS.usd_price.label,
};
