import { Alert, Button, Fieldset, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { limitsOf } from '../../../web/ui/form/schema-limits.ts';
import { COUNTRIES, type Delivery, type DeliveryField, parseDelivery, writeDelivery } from '../delivery.ts';
import { delivery } from '../user-schemas.ts';

type DeliveryFieldsProps = {
  /** Value as read, to which the form can go back. */
  stored: string;
  value: string;
  onChange: (text: string) => void;
  error?: ReactNode;
};

/** Keeps the text as the site wrote it until a field is edited. */
export function DeliveryFields({ stored, value, onChange, error }: DeliveryFieldsProps) {
  const first = useRef<HTMLInputElement>(null);
  const read = parseDelivery(value);
  const write = (change: Partial<Delivery>) => onChange(writeDelivery(value, change));
  const field = (name: DeliveryField, label: string) => ({
    label,
    autoComplete: 'off',
    dir: 'auto',
    value: read?.[name] ?? '',
    maxLength: limitsOf(delivery.shape[name]).maxLength,
    onChange: (event: { currentTarget: { value: string } }) => write({ [name]: event.currentTarget.value }),
  });
  const isReplaced = read !== null && parseDelivery(stored) === null;

  return (
    <Fieldset legend="Prize delivery">
      {read === null ? (
        <Unread
          text={value}
          onReplace={() => {
            onChange('');
            setTimeout(() => first.current?.focus());
          }}
        />
      ) : (
        <Stack gap="sm">
          {isReplaced && (
            <Alert color="yellow" variant="outline" p="xs" role="status">
              <Text size="sm">Saving replaces the previous text.</Text>
              <Button size="compact-xs" variant="default" mt={4} onClick={() => onChange(stored)}>
                Keep the text
              </Button>
            </Alert>
          )}
          {error && (
            <Text size="xs" c="var(--mantine-color-error)" role="alert">
              {error}
            </Text>
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput ref={first} {...field('name', 'Name')} />
            <TextInput {...field('phone', 'Phone')} />
            <TextInput {...field('street', 'Street')} />
            <TextInput {...field('address', 'Address')} />
            <TextInput {...field('city', 'City')} />
            <TextInput {...field('state', 'State')} />
            <TextInput {...field('zip', 'ZIP')} />
            <Country delivery={read} onChange={write} />
          </SimpleGrid>
          <Textarea autosize minRows={2} maxRows={6} {...field('notes', 'Notes')} />
        </Stack>
      )}
    </Fieldset>
  );
}

function Unread({ text, onReplace }: { text: string; onReplace: () => void }) {
  return (
    <Stack gap="xs" align="flex-start">
      <Textarea
        label="Address as received (not recognised)"
        description="Replace it to edit."
        value={text}
        readOnly
        autosize
        minRows={2}
        maxRows={8}
        w="100%"
      />
      <Button size="xs" variant="default" onClick={onReplace}>
        Enter an address instead
      </Button>
    </Stack>
  );
}

/** Offers USA and Canada, and another country where the site has stored one. */
function Country({
  delivery,
  onChange,
}: {
  delivery: Delivery;
  onChange: (change: Partial<Delivery>) => void;
}) {
  const { country, country_id } = delivery;
  const isKnown = country_id in COUNTRIES;
  const other = !isKnown && (country || country_id);
  const name = (id: string | null) => COUNTRIES[id as keyof typeof COUNTRIES] ?? '';
  return (
    <Choice
      label="Country"
      placeholder="None"
      data={[
        ...Object.entries(COUNTRIES).map(([value, label]) => ({ value, label })),
        ...(other ? [{ value: 'other', label: other }] : []),
      ]}
      value={isKnown ? country_id : other ? 'other' : null}
      onChange={(id) => id !== 'other' && onChange({ country: name(id), country_id: id ?? '' })}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear Country' }}
    />
  );
}
