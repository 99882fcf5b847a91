import { TextInput, type TextInputProps } from '@mantine/core';
import { type FocusEvent, useState } from 'react';
import { clampTyped, toNumber } from '../../core/percent.ts';

type NumberFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'type' | 'max'> & {
  /** Optional, so that `form.getInputProps` can be spread. */
  value?: number | null;
  /** Called with each key; null where nothing is typed. */
  onChange: (value: number | null) => void;
  /** The largest value; what is typed above it becomes it. Null for none. */
  max?: number | null;
};

/**
 * A percentage or another number of at most two decimals, typed with comma or dot; what cannot stand in one is
 * dropped as it is typed or pasted (commissions-and-events.md, section 5). Selects itself on focus, so that typing
 * replaces it.
 */
export function NumberField({ value = null, onChange, max = 100, onFocus, ...input }: NumberFieldProps) {
  const [typed, setTyped] = useState(textOf(value));
  // What is typed may be longer than its number (`6.`); any other number came from outside.
  const shown = toNumber(typed) === value ? typed : textOf(value);

  return (
    <TextInput
      {...input}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      styles={{ input: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } }}
      onFocus={(event: FocusEvent<HTMLInputElement>) => {
        event.currentTarget.select();
        onFocus?.(event);
      }}
      onChange={(event) => {
        const text = clampTyped(event.currentTarget.value, max);
        setTyped(text);
        onChange(toNumber(text));
      }}
    />
  );
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}
