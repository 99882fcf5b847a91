import { Checkbox } from '@mantine/core';
import classes from './tick-filter.module.css';

type TickFilterProps = {
  label: string;
  value: '1' | undefined;
  onChange: (value: '1' | undefined) => void;
};

export function TickFilter({ label, value, onChange }: TickFilterProps) {
  return (
    <Checkbox
      className={classes.tick}
      label={label}
      checked={value === '1'}
      onChange={(event) => onChange(event.currentTarget.checked ? '1' : undefined)}
    />
  );
}
