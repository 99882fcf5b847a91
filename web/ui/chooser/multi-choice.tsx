import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { isAmong, labelled, useChooser } from './use-chooser.ts';

type MultiChoiceProps = Omit<
  MultiSelectProps,
  'searchable' | 'data' | 'value' | 'onChange' | 'filter' | 'searchValue' | 'dropdownOpened'
> & {
  data: readonly { value: string; label: string }[];
  /** Optional, so that `form.getInputProps` can be spread. */
  value?: readonly string[];
  onChange: (values: string[]) => void;
  found?: readonly { value: string; label: string }[];
  arriving?: boolean;
};

export function MultiChoice(props: MultiChoiceProps) {
  const { data, value = [], onChange, found, arriving = false, error, ...select } = props;
  const { onSearchChange, onDropdownOpen, onDropdownClose, onOptionSubmit, ...rest } = select;
  const chooser = useChooser({
    optionsFor: (text) => found ?? labelled(data, text),
    nameOf: () => '',
    resting: '',
    arriving,
    onSearchChange,
    choose: (chosen) => !value.includes(chosen) && onChange([...value, chosen]),
  });
  return (
    <MultiSelect
      {...rest}
      {...chooser.props}
      data={[...data]}
      filter={found && (({ options }) => options.filter((option) => isAmong(found, option)))}
      value={[...value]}
      onChange={onChange}
      error={chooser.fault ?? error}
      onDropdownOpen={() => {
        chooser.opens.onDropdownOpen();
        onDropdownOpen?.();
      }}
      onDropdownClose={() => {
        chooser.opens.onDropdownClose();
        onDropdownClose?.();
      }}
      onOptionSubmit={(chosen) => {
        chooser.settle(chosen);
        onOptionSubmit?.(chosen);
      }}
    />
  );
}
