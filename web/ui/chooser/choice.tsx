import { Select, type SelectProps } from '@mantine/core';
import type { FocusEvent } from 'react';
import classes from './choice.module.css';
import { isAmong, labelled, useChooser } from './use-chooser.ts';

type Option = { value: string; label: string; disabled?: boolean };

type ChoiceProps = Omit<
  SelectProps,
  'searchable' | 'data' | 'value' | 'onChange' | 'filter' | 'searchValue' | 'dropdownOpened'
> & {
  data: readonly Option[];
  /** Optional, so that `form.getInputProps` can be spread. */
  value?: string | null;
  onChange: (value: string | null) => void;
  found?: readonly Option[];
  arriving?: boolean;
};

/** One of many, found by typing. Shows errors above the field, as the list would cover them below. */
export function Choice(props: ChoiceProps) {
  const { data, value = null, onChange, found, arriving = false, error, onFocus, ...select } = props;
  const { onSearchChange, onDropdownOpen, onDropdownClose, onOptionSubmit, ...rest } = select;
  const nameOf = (of: string | null) => data.find((option) => option.value === of)?.label;
  const name = nameOf(value);
  const chooser = useChooser({
    optionsFor: (text) => found ?? labelled(data, text),
    nameOf: (of) => nameOf(of) ?? '',
    resting: name ?? '',
    arriving,
    choose: onChange,
    onSearchChange,
  });
  const { input, opens } = chooser;
  const said = chooser.fault ?? error;
  return (
    <Select
      maxDropdownHeight={320}
      {...rest}
      {...chooser.props}
      selectFirstOptionOnChange={rest.selectFirstOptionOnChange ?? true}
      data={[...data]}
      filter={found && (({ options }) => options.filter((option) => isAmong(found, option)))}
      value={value}
      onChange={onChange}
      error={said}
      title={name}
      inputWrapperOrder={['label', 'error', 'input', 'description']}
      comboboxProps={said ? { middlewares: { flip: false } } : undefined}
      classNames={{ option: classes.option ?? '' }}
      styles={{
        input: { textOverflow: 'ellipsis' },
        dropdown: { minWidth: 'fit-content', maxWidth: 'min(28rem, 92vw)' },
      }}
      onDropdownOpen={() => {
        opens.onDropdownOpen();
        onDropdownOpen?.();
      }}
      onDropdownClose={() => {
        opens.onDropdownClose();
        onDropdownClose?.();
      }}
      onFocus={(event: FocusEvent<HTMLInputElement>) => {
        event.currentTarget.select();
        onFocus?.(event);
      }}
      // The button goes with what it clears.
      onClear={() => input.current?.focus()}
      onOptionSubmit={(chosen) => {
        chooser.settle(chosen);
        onOptionSubmit?.(chosen);
        // The field keeps the focus, with the new name in it; where Tab was quicker, it would take it back.
        setTimeout(() => input.current === document.activeElement && input.current?.select());
      }}
    />
  );
}
