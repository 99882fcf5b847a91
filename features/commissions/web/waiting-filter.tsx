import { Checkbox } from '@mantine/core';
import classes from './waiting-filter.module.css';

type WaitingFilterProps = {
  value: '1' | undefined;
  onChange: (change: { waiting: '1' | undefined }) => void;
};

export function WaitingFilter({ value, onChange }: WaitingFilterProps) {
  return (
    <Checkbox
      label="Recalculation waiting"
      checked={value === '1'}
      className={classes.tick}
      onChange={(event) => onChange({ waiting: event.currentTarget.checked ? '1' : undefined })}
    />
  );
}
