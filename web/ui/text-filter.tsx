import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

export const TYPING_PAUSE = 500;

type TextFilterProps = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** Tells its value 500 ms after the last key, at once on Enter and when it is left; follows changes from elsewhere. Esc clears. */
export function TextFilter({ value, onChange, onBlur, ...input }: TextFilterProps) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

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
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => tell(text.trim()), TYPING_PAUSE);
  };
  const clear = () => {
    setTyped('');
    tell('');
  };

  return (
    <TextInput
      {...input}
      value={typed}
      maxLength={200}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        typed && <CloseButton size="sm" tabIndex={-1} aria-label={`Clear ${input.label}`} onClick={clear} />
      }
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        // Not later: the address must not change under a dialog that was opened meanwhile.
        tell(typed.trim());
        onBlur?.(event);
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter') tell(typed.trim());
        if (event.key === 'Escape') clear();
      }}
    />
  );
}
