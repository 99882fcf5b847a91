import { ActionIcon, Group, Input, Menu, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { datePresets } from './date-presets.ts';

type DateRangeProps = {
  label: string;
  /** `YYYY-MM-DD,YYYY-MM-DD`, both days included; '' for none. */
  value: string;
  onChange: (value: string) => void;
};

/** Two days of UTC in the browser's own fields, with presets: reported once both are filled or empty; what is missing is said on leaving. Esc clears. */
export function DateRange({ label, value, onChange }: DateRangeProps) {
  const [typed, setTyped] = useState({ over: value, days: daysOf(value) });
  const [isLeft, setLeft] = useState(false);
  // What is half typed holds until the value changes elsewhere.
  const days = typed.over === value ? typed.days : daysOf(value);

  const set = (from: string, to: string) => {
    setTyped({ over: value, days: [from, to] });
    if (Boolean(from) !== Boolean(to) || from > to) return;
    const next = from && `${from},${to}`;
    if (next !== value) onChange(next);
  };
  const [from, to] = days;
  const error = errorOf(from, to, isLeft);
  return (
    <Input.Wrapper label={label} labelElement="div" error={error} miw={0} maw="100%">
      <Group
        gap={4}
        wrap="nowrap"
        onFocus={() => setLeft(false)}
        onBlur={({ currentTarget, relatedTarget }) => setLeft(!currentTarget.contains(relatedTarget))}
        onKeyDown={(event: KeyboardEvent) => {
          if (!(event.target instanceof HTMLInputElement)) return;
          if (event.key === 'Escape') set('', '');
          if (event.key === 'Enter') setLeft(true);
        }}
      >
        <TextInput
          type="date"
          miw={0}
          aria-label={`${label}, first day`}
          aria-invalid={Boolean(error) || undefined}
          value={from}
          onChange={(event) => set(event.currentTarget.value, to)}
        />
        <span aria-hidden>–</span>
        <TextInput
          type="date"
          miw={0}
          aria-label={`${label}, last day`}
          aria-invalid={Boolean(error) || undefined}
          value={to}
          onChange={(event) => set(from, event.currentTarget.value)}
        />
        <Presets label={label} value={value} onChoose={(preset) => set(...daysOf(preset))} />
      </Group>
    </Input.Wrapper>
  );
}

function errorOf(from: string, to: string, isLeft: boolean): string | false {
  if (from !== '' && to !== '') return from > to && 'The first day is after the last';
  if (!isLeft || from === to) return false;
  return from === '' ? 'Enter the first day too' : 'Enter the last day too';
}

type PresetsProps = { label: string; value: string; onChoose: (value: string) => void };

function Presets({ label, value, onChoose }: PresetsProps) {
  const [now, setNow] = useState(() => new Date());
  return (
    // The focus starts on the first item, not on a place before it.
    <Menu
      position="bottom-end"
      returnFocus
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
      onOpen={() => setNow(new Date())}
    >
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="md"
          aria-label={`${label}, ranges`}
          title="Usual ranges"
        >
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {datePresets(now).map((preset) => (
          <Menu.Item
            key={preset.label}
            fw={preset.value === value ? 600 : undefined}
            onClick={() => onChoose(preset.value)}
          >
            {preset.label}
          </Menu.Item>
        ))}
        {value && <Menu.Item onClick={() => onChoose('')}>Clear dates</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

function daysOf(value: string): [string, string] {
  const [from = '', to = ''] = value.split(',');
  return [from, to];
}
