import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { isPlainEnter, keepEnter } from './enter-guard.tsx';

type SearchFieldProps = Omit<TextInputProps, 'onKeyDown' | 'onChange'> & {
  onChange: (text: string) => void;
  /** What Enter does here, besides sending no form. */
  onEnter?: () => void;
};

/** A text that looks for something. Enter in it sends no form. */
export function SearchField({ onChange, onEnter, ...input }: SearchFieldProps) {
  return (
    <TextInput
      maxLength={200}
      leftSection={<IconSearch size={14} aria-hidden />}
      {...input}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event: KeyboardEvent) => {
        keepEnter(event);
        if (isPlainEnter(event)) onEnter?.();
      }}
    />
  );
}
