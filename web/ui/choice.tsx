import { Select, type SelectProps } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';

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
      onKeyDownCapture={takeMarked}
      // The button goes with what it clears.
      onClear={() => input.current?.focus()}
      // The field keeps the focus, with the new name in it; where Tab was quicker, it would take it back.
      onOptionSubmit={() =>
        setTimeout(() => input.current === document.activeElement && input.current?.select())
      }
    />
  );
}

/** Enter takes the option that is marked; Mantine's own index can be set back by a timer that comes after the last key. */
function takeMarked(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '');
  const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]');
  if (!marked) return;
  event.preventDefault();
  event.stopPropagation();
  marked.click();
}
