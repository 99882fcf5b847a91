import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isPlainEnter, keepEnter } from './enter-guard.tsx';

export const TYPING_PAUSE_MS = 500;

type TextFilterProps = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** Reports its value 500 ms after the last key, at once on Enter, never under a dialog; follows changes from elsewhere. Esc clears; down goes to the rows. */
export function TextFilter({
  value,
  onChange,
  leftSection = <IconSearch size={14} aria-hidden />,
  ...input
}: TextFilterProps) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const tell = (text: string) => {
    clearTimeout(timer.current);
    if (text === told.current) return;
    told.current = text;
    onChange(text);
  };
  const tellLater = (text: string) => {
    clearTimeout(timer.current);
    // The address does not change under a dialog, which may hold what is not saved.
    timer.current = setTimeout(
      () => (isBehindDialog(field.current) ? tellLater(text) : tell(text)),
      TYPING_PAUSE_MS,
    );
  };
  const type = (text: string) => {
    setTyped(text);
    tellLater(text.trim());
  };
  const clear = () => {
    setTyped('');
    tell('');
  };

  return (
    <TextInput
      ref={field}
      {...input}
      value={typed}
      maxLength={200}
      leftSection={leftSection}
      rightSection={
        typed && <CloseButton size="sm" tabIndex={-1} aria-label={`Clear ${input.label}`} onClick={clear} />
      }
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event: KeyboardEvent) => {
        keepEnter(event);
        if (isPlainEnter(event)) tell(typed.trim());
        if (event.key === 'Escape') clear();
        if (event.key === 'ArrowDown' && goToRows(event.currentTarget)) event.preventDefault();
      }}
    />
  );
}

/** Returns false for a filter of something else than the list of the screen. */
function goToRows(filter: Element): boolean {
  const row = filter.closest('main search')
    ? document.querySelector<HTMLElement>('main table tr[data-row][tabindex]')
    : null;
  row?.focus();
  return row !== null;
}

function isBehindDialog(field: Element | null): boolean {
  const dialog = document.querySelector('[aria-modal="true"]');
  return dialog !== null && !dialog.contains(field);
}
