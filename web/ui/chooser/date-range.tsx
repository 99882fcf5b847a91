import { CloseButton, Group, Input, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

type DateRangeProps = {
  label: string;
  /** `YYYY-MM-DD,YYYY-MM-DD`, both days included; '' for none. */
  value: string;
  onChange: (value: string) => void;
};

/** Two days in the browser's own date fields; reports a value once both are filled, or both empty. Esc clears them. */
export function DateRange({ label, value, onChange }: DateRangeProps) {
  const [typed, setTyped] = useState({ over: value, days: daysOf(value) });
  // What is half typed holds until the value changes elsewhere.
  const days = typed.over === value ? typed.days : daysOf(value);

  const set = (from: string, to: string) => {
    setTyped({ over: value, days: [from, to] });
    if (Boolean(from) !== Boolean(to) || from > to) return;
    const next = from && `${from},${to}`;
    if (next !== value) onChange(next);
  };
  const [from, to] = days;
  const reversed = from !== '' && to !== '' && from > to;
  return (
    <Input.Wrapper label={label} labelElement="div" error={reversed && 'The first day is after the last'}>
      <Group
        gap={4}
        wrap="nowrap"
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Escape') set('', '');
        }}
      >
        <TextInput
          type="date"
          miw={0}
          aria-label={`${label}, first day`}
          value={from}
          onChange={(event) => set(event.currentTarget.value, to)}
        />
        <span aria-hidden>–</span>
        <TextInput
          type="date"
          miw={0}
          aria-label={`${label}, last day`}
          value={to}
          onChange={(event) => set(from, event.currentTarget.value)}
        />
        {value && (
          <CloseButton size="sm" tabIndex={-1} aria-label={`Clear ${label}`} onClick={() => set('', '')} />
        )}
      </Group>
    </Input.Wrapper>
  );
}

function daysOf(value: string): [string, string] {
  const [from = '', to = ''] = value.split(',');
  return [from, to];
}
