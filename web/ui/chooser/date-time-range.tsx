import { Input, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

type Pair<Value> = [Value, Value];

type DateTimeRangeProps = {
  label: string;
  required?: boolean;
  /** Start and end as {@link localOf} writes them; '' for none. */
  value: Pair<string>;
  onChange: (value: Pair<string>) => void;
  errors?: Pair<ReactNode>;
};

const inUtc = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A start and an end, in the person's zone, which is named; below it the same in UTC. */
export function DateTimeRange({ label, required, value, onChange, errors }: DateTimeRangeProps) {
  const [start, end] = value;
  const [from, to] = [utcOf(start), utcOf(end)];
  return (
    <Input.Wrapper label={label} labelElement="div" required={required} role="group" aria-label={label}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          type="datetime-local"
          label="Start"
          required={required}
          value={start}
          error={errors?.[0]}
          max={LATEST}
          onChange={(event) => onChange([event.currentTarget.value, end])}
        />
        <TextInput
          type="datetime-local"
          label="End"
          required={required}
          value={end}
          error={errors?.[1]}
          min={start || undefined}
          max={LATEST}
          onChange={(event) => onChange([start, event.currentTarget.value])}
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt={4}>
        In your time zone, {zoneOf(start, end)}.
        {from !== null && to !== null && (
          <> Stored as {inUtc.formatRange(Date.parse(from), Date.parse(to))} UTC.</>
        )}
      </Text>
    </Input.Wrapper>
  );
}

/** Limits the year, or a browser accepts six digits. */
const LATEST = '2199-12-31T23:59';

/** Converts a moment (ISO 8601) to a value of a browser's field, in the local zone. */
export function localOf(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const seconds = date.getSeconds() === 0 ? '' : `:${two(date.getSeconds())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}${seconds}`;
}

/** Converts such a value to a moment in UTC; null where it is empty or invalid. */
export function utcOf(local: string): string | null {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Names the zone: "Europe/Berlin (GMT+2, GMT+1)", as its offset may differ between start and end. */
function zoneOf(...locals: string[]): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'shortOffset' });
  const offsets = locals.map((local) => {
    const parts = format.formatToParts(new Date(utcOf(local) ?? Date.now()));
    return parts.find(({ type }) => type === 'timeZoneName')?.value;
  });
  return `${format.resolvedOptions().timeZone} (${[...new Set(offsets)].join(', ')})`;
}
