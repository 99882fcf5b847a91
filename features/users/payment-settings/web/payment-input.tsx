import { Button, Group, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Choice } from '../../../../web/ui/chooser/choice.tsx';
import { COUNTRY_CODES, CURRENCY_CODES } from '../codes.ts';
import { FIELD_NAMES, isSecret, type Method, type PaymentField } from '../rules.ts';
import type { Shown } from '../schemas.ts';
import { keyOf, type PaymentValues } from './payment-form.ts';

type PaymentInputProps = {
  form: UseFormReturnType<PaymentValues>;
  method: Method;
  field: PaymentField;
  kept: string | Shown | null | undefined;
};

/** A field of a method: codes are chosen by name; a secret is retyped, kept or removed. */
export function PaymentInput({ form, method, field, kept }: PaymentInputProps) {
  const key = keyOf(method, field);
  const label = FIELD_NAMES[field];
  const value = form.values[key] ?? null;
  const error = form.errors[key] ?? form.errors[`fields.${method}.${field}`];
  const change = (next: string | null) => form.setFieldValue(key, next as string);

  if (field === 'account_currency' || field === 'country') {
    const options = field === 'country' ? COUNTRIES : CURRENCIES;
    return (
      <Choice
        label={label}
        data={options}
        value={value || null}
        onChange={(next) => change(next ?? '')}
        error={error}
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      />
    );
  }
  if (!isSecret(field) || kept === null || typeof kept !== 'object') {
    return (
      <TextInput
        label={label}
        autoComplete="off"
        maxLength={200}
        value={value ?? ''}
        onChange={(event) => change(event.currentTarget.value)}
        error={error}
        description={field === 'user' ? 'An email or a name that starts with @' : undefined}
      />
    );
  }
  const removed = value === null;
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        description={
          removed ? 'Will be removed when you save' : `Current: •••• ${kept.last4}. Leave blank to keep.`
        }
        autoComplete="off"
        maxLength={200}
        style={{ flex: 1 }}
        value={value ?? ''}
        onChange={(event) => change(event.currentTarget.value)}
        error={error}
      />
      <Button
        variant="default"
        aria-label={removed ? `Keep: ${label}` : `Remove: ${label}`}
        onClick={() => change(removed ? '' : null)}
      >
        {removed ? 'Keep' : 'Remove'}
      </Button>
    </Group>
  );
}

function named(codes: readonly string[], type: 'currency' | 'region') {
  const names = new Intl.DisplayNames('en', { type });
  return codes
    .map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

const CURRENCIES = named(CURRENCY_CODES, 'currency');
const COUNTRIES = named(COUNTRY_CODES, 'region');
