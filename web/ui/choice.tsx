import { Select, type SelectProps } from '@mantine/core';
import { type FocusEvent, useRef } from 'react';

type ChoiceProps = Omit<SelectProps, 'searchable' | 'data' | 'value' | 'onChange'> & {
  data: readonly { value: string; label: string; disabled?: boolean }[];
  value: string | null;
  onChange: (value: string | null) => void;
};

/** One of many, found by typing. An error stands above the field, where the list never lies over it. */
export function Choice({ data, value, onFocus, error, ...select }: ChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Select
      ref={input}
      selectFirstOptionOnChange
      maxDropdownHeight={320}
      {...select}
      data={[...data]}
      value={value}
      error={error}
      searchable
      // A long name ends in an ellipsis.
      title={data.find((option) => option.value === value)?.label}
      inputWrapperOrder={['label', 'error', 'input', 'description']}
      comboboxProps={error ? { middlewares: { flip: false } } : undefined}
      styles={{
        input: { textOverflow: 'ellipsis' },
        dropdown: { minWidth: 'fit-content', maxWidth: 'min(28rem, 92vw)' },
      }}
      onFocus={(event: FocusEvent<HTMLInputElement>) => {
        event.currentTarget.select();
        onFocus?.(event);
      }}
      // The field keeps the focus, with the new name in it.
      // The button goes with what it clears.
      onClear={() => input.current?.focus()}
      onOptionSubmit={() => setTimeout(() => input.current?.select())}
    />
  );
}
