import { Alert, Checkbox, Fieldset, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { LOCALES, type Locale } from '../../../core/locales.ts';
import { CURRENCIES, type Currency } from '../../../core/money.ts';
import { languageName } from '../../../web/parts/translations/translations-dialog-languages.tsx';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { NumberField } from '../../../web/ui/form/number-field.tsx';
import { PROGRAM_TEXTS } from '../rules.ts';
import type { ProgramForm } from './program-form.ts';
import { PROGRAM_LABELS } from './program-words.ts';

type ProgramFieldsProps = {
  form: ProgramForm;
  tag?: string;
  children?: ReactNode;
};

export function ProgramFields({ form, tag, children }: ProgramFieldsProps) {
  const { values } = form;
  const tick = (
    name: 'status' | 'lilt_enabled' | 'affiliate' | 'populate_discount',
    description?: string,
  ) => (
    <Checkbox
      label={PROGRAM_LABELS[name]}
      description={description}
      {...form.getInputProps(name, { type: 'checkbox' })}
    />
  );
  const isMoved = tag !== undefined && values.program_tag.trim() !== tag;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={PROGRAM_LABELS.program_display_name}
          autoComplete="off"
          data-autofocus
          {...form.text('program_display_name')}
        />
        <TextInput
          label={PROGRAM_LABELS.program_tag}
          description="Used in URLs. Lowercase letters, digits and dashes."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autoComplete="off"
          {...form.text('program_tag')}
        />
      </SimpleGrid>
      {isMoved && (
        <Alert color="yellow" variant="outline" title="Addresses change with the tag" role="status">
          <Text size="sm">
            Addresses with “{tag}” stop working: the program’s site, links in sent emails, bookmarks. New
            emails use the new address.
          </Text>
        </Alert>
      )}
      <TextInput
        label={PROGRAM_LABELS.support_email}
        type="email"
        autoComplete="off"
        {...form.text('support_email')}
      />
      <Stack gap="xs">
        {tick('status', "Inactive programs can't be selected but remain visible")}
        {tick('lilt_enabled')}
        {tick('affiliate')}
      </Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Choice
          label={PROGRAM_LABELS.default_locale}
          data={LOCALES.map((locale) => ({ value: locale, label: `${languageName(locale)} (${locale})` }))}
          allowDeselect={false}
          value={values.default_locale}
          error={form.errors.default_locale}
          onChange={(chosen) => form.setFieldValue('default_locale', chosen as Locale)}
        />
        <Choice
          label={PROGRAM_LABELS.default_currency}
          data={CURRENCIES.map((currency) => ({ value: currency, label: currency }))}
          allowDeselect={false}
          value={values.default_currency}
          error={form.errors.default_currency}
          onChange={(chosen) => form.setFieldValue('default_currency', chosen as Currency)}
        />
        <TextInput
          label={PROGRAM_LABELS.stripe_subscription_referrer}
          autoComplete="off"
          {...form.text('stripe_subscription_referrer')}
        />
        <NumberField
          label={PROGRAM_LABELS.stripe_subscription_percent}
          step={1}
          rightSection="%"
          {...form.amount('stripe_subscription_percent')}
          required
        />
        <NumberField
          label={PROGRAM_LABELS.site_coins_per_day}
          description="Maximum LiL-T the site can give its users per day (UTC)"
          step={1}
          {...form.amount('site_coins_per_day')}
          required
        />
      </SimpleGrid>
      <Fieldset legend="Page texts (English)">
        <Stack gap="sm">
          {PROGRAM_TEXTS.map((name) => {
            const props = { label: PROGRAM_LABELS[name], ...form.text(name) };
            return name.startsWith('row_') ? (
              <Textarea key={name} autosize minRows={2} maxRows={8} {...props} />
            ) : (
              <TextInput key={name} autoComplete="off" {...props} />
            );
          })}
          {children}
          {tick('populate_discount')}
        </Stack>
      </Fieldset>
    </>
  );
}
