import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiOf } from '../../../web/api.ts';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { TYPING_PAUSE_MS } from '../../../web/ui/chooser/text-filter.tsx';
import { auditContract } from '../contract.ts';

const { audit: calls } = apiOf({ audit: auditContract });

type AuthorSelectProps = { value: number; onChange: (admin_id: number) => void };

/** Filters by author's email; searches 500 ms after the last key, one request a burst. */
export function AuthorSelect({ value, onChange }: AuthorSelectProps) {
  const [typed, setTyped] = useState('');
  const [email] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const { data: known } = useQuery(
    calls.auditAuthors.queryOptions({ input: { email: '', id: value || undefined }, enabled: value > 0 }),
  );
  const chosen = value > 0 ? { id: value, email: known?.authors[0]?.email ?? `Admin #${value}` } : null;
  const isChosen = email === chosen?.email;
  const { data, isFetching, error } = useQuery(
    calls.auditAuthors.queryOptions({ input: { email: isChosen ? '' : email, id: undefined } }),
  );
  const settled = email === typed.trim() && !isFetching;
  const found = data?.authors ?? [];
  const all = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;

  const options = all.map((author) => ({ value: String(author.id), label: author.email }));

  return (
    <Choice
      label="Admin"
      placeholder="Email"
      data={options}
      value={value > 0 ? String(value) : null}
      onChange={(id) => onChange(Number(id ?? 0))}
      clearable
      // Once they have come, the first of those who were found.
      selectFirstOptionOnChange={settled && found.length > 0}
      clearButtonProps={{ 'aria-label': 'Clear Admin' }}
      onSearchChange={setTyped}
      found={settled ? options : []}
      arriving={!settled}
      nothingFoundMessage={
        error ? 'The search failed. Type again to retry' : settled ? 'No results' : 'Searching…'
      }
    />
  );
}
