import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isPlainEnter, keepEnter, NO_CHOICE, SAVE_TRIED } from './enter-guard.tsx';

type SearchFieldProps = Omit<TextInputProps, 'onKeyDown' | 'onChange' | 'value'> & {
  value: string;
  onChange: (text: string) => void;
  /** Called on Enter, which does not submit the form. */
  onEnter?: () => void;
  /** True while no result has been chosen: the form is not sent, and the field says so. */
  isUnclear?: boolean;
};

/** A search field. Enter in it does not submit the form. */
export function SearchField({ value, onChange, onEnter, isUnclear = false, ...input }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [tried, setTried] = useState<string | null>(null);
  useEffect(() => {
    const tell = () => setTried(value);
    const told = field.current;
    told?.addEventListener(SAVE_TRIED, tell);
    return () => told?.removeEventListener(SAVE_TRIED, tell);
  }, [value]);

  return (
    <TextInput
      ref={field}
      maxLength={200}
      leftSection={<IconSearch size={14} aria-hidden />}
      {...input}
      value={value}
      error={isUnclear && tried === value ? NO_CHOICE : input.error}
      data-unclear={isUnclear || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event: KeyboardEvent) => {
        keepEnter(event);
        if (isPlainEnter(event)) onEnter?.();
      }}
    />
  );
}
