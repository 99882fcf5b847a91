import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { apiOf } from '../../../web/api.ts';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { choicesOf } from '../../../web/ui/chooser/choices-of.ts';
import { TYPING_PAUSE_MS } from '../../../web/ui/chooser/text-filter.tsx';
import { eventsContract } from '../../events/contract.ts';

const api = apiOf({ events: eventsContract });

export type ChosenEvent = { id: number; name: string };

type EventChoiceProps = {
  program_id: number;
  value: ChosenEvent | null;
  onChange: (event: ChosenEvent | null) => void;
  error?: ReactNode;
};

/** Offers active events of a program that are not over, by name; the chosen one also once it is over. */
export function EventChoice({ program_id, value, onChange, error }: EventChoiceProps) {
  const [typed, setTyped] = useState('');
  const [sought] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const name = value !== null && sought === value.name.trim() ? '' : sought;
  // The list of program 0 is that of all programs; the global site shows its own events alone.
  const of_site = program_id === 0 ? '1' : '';
  const asked = { page: 1, program_id, of_site, name, active: '1', processed: '0', sort_by: 'name' } as const;
  const query = useQuery(
    api.events.events.queryOptions({
      input: { ...asked, sort_dest: 'asc' },
      placeholderData: keepPreviousData,
    }),
  );
  const events: ChosenEvent[] = query.data?.events ?? [];
  const isOffered = value === null || events.some(({ id }) => id === value.id);
  const all = isOffered ? events : [value, ...events];
  const options = all.map((event) => ({ value: String(event.id), label: `${event.name} · #${event.id}` }));
  const { description, ...offers } = choicesOf(query, 'No live or upcoming events in this program');
  return (
    <Choice
      label="Event"
      placeholder="None"
      error={error}
      data={options}
      value={value && String(value.id)}
      onChange={(id) => onChange(all.find((event) => String(event.id) === id) ?? null)}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear Event', 'aria-hidden': undefined, tabIndex: 0 }}
      onSearchChange={(text) => setTyped(text.replace(/ · #\d+$/, ''))}
      {...offers}
      // The server has found them by what is typed.
      found={options}
      arriving={typed.trim() !== sought || query.isPlaceholderData || query.isPending}
      description={description ?? 'Only live and upcoming events'}
    />
  );
}
