import { ActionIcon, Fieldset, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { CURRENCIES, type Currency, decimalsOf } from '../../../core/money.ts';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { NumberField } from '../../../web/ui/form/number-field.tsx';
import classes from './money-settings.module.css';
import type { AmountValues, Values } from './settings-form.ts';

type AmountsFieldProps = {
  form: UseFormReturnType<Values>;
  name: 'refund_approval_above' | 'minimum';
  legend: string;
  description: string;
};

export function AmountsField({ form, name, legend, description }: AmountsFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const amounts = form.getValues()[name];
  const chosen = CURRENCIES.filter((currency) => currency in amounts);
  const set = (next: AmountValues) => {
    form.setFieldValue(name, next as Values[typeof name]);
    form.clearFieldError(name);
  };
  const add = (currency: Currency) => {
    set({ ...amounts, [currency]: null });
    setTimeout(() => box.current?.querySelector<HTMLElement>(`[data-currency="${currency}"]`)?.focus());
  };
  const remove = (currency: Currency) => {
    set(Object.fromEntries(Object.entries(amounts).filter(([code]) => code !== currency)));
    form.clearFieldError(`${name}.${currency}`);
    box.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  return (
    <Fieldset legend={legend}>
      <Stack gap="xs" ref={box}>
        <Text size="xs" c="dimmed">
          {description}
        </Text>
        {chosen.map((currency) => (
          <div key={currency} className={classes.amount}>
            <NumberField
              label={currency}
              step={decimalsOf(currency) === 0 ? 1 : undefined}
              data-currency={currency}
              {...form.getInputProps(`${name}.${currency}`)}
              value={amounts[currency] ?? null}
              max={null}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size={36}
              aria-label={`Remove ${currency}: ${legend}`}
              title="Remove"
              onClick={() => remove(currency)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        <Choice
          label="Add a currency"
          // The dialog opens on it where there is no amount yet.
          openOnFocus={false}
          placeholder="Choose"
          data-add
          data={CURRENCIES.filter((currency) => !(currency in amounts)).map((value) => ({
            value,
            label: value,
          }))}
          value={null}
          onChange={(code) => {
            const currency = CURRENCIES.find((one) => one === code);
            if (currency) add(currency);
          }}
          nothingFoundMessage="No currency has this name"
        />
      </Stack>
    </Fieldset>
  );
}
