import type { ReactNode } from 'react';
import { useTimezones, zoneName } from '../../../web/parts/timezone-name.tsx';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { choicesOf } from '../../../web/ui/chooser/choices-of.ts';

type TimezoneChoiceProps = {
  value: number | null;
  onChange: (id: number) => void;
  error?: ReactNode;
};

export function TimezoneChoice({ value, onChange, error }: TimezoneChoiceProps) {
  const query = useTimezones();
  const options = (query.data?.timezones ?? []).map(({ id, name }) => ({
    value: String(id),
    label: zoneName(name),
  }));
  const known = value === null || options.some((option) => option.value === String(value));
  return (
    <Choice
      label="Timezone"
      placeholder="Choose a time zone"
      data={known ? options : [...options, { value: String(value), label: `Timezone ${value}` }]}
      value={value === null ? null : String(value)}
      onChange={(id) => id !== null && onChange(Number(id))}
      allowDeselect={false}
      {...choicesOf(query, 'No time zone has this name')}
      error={error}
    />
  );
}
