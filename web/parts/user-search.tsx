import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { siteUsersContract } from '../../features/site-users/contract.ts';
import { apiOf } from '../api.ts';
import { Choice } from '../ui/choice.tsx';
import { TYPING_PAUSE } from '../ui/text-filter.tsx';

const api = apiOf({ siteUsers: siteUsersContract });

export type FoundUser = { id: number; full_string: string };

type UserSearchProps = {
  /** Optional, so that `form.getInputProps` can be spread. */
  value?: FoundUser | null;
  onChange: (user: FoundUser | null) => void;
  label: string;
  /** The label is for screen readers alone, as in a grid. */
  hideLabel?: boolean;
  /** Only users of this program; 0 or none for all that one may see. */
  program_id?: number | null;
  error?: ReactNode;
  disabled?: boolean;
  required?: boolean;
};

/** Asks 500 ms after the last key; the key of the query keeps an answer to an older text from being shown. */
export function UserSearch({
  value = null,
  onChange,
  label,
  hideLabel,
  program_id,
  ...input
}: UserSearchProps) {
  const [typed, setTyped] = useState('');
  const [name] = useDebouncedValue(typed.trim(), TYPING_PAUSE);
  const chosen = name === value?.full_string;
  const { data, isFetching, error } = useQuery(
    api.siteUsers.userSearch.queryOptions({
      input: { name, program_id: program_id ?? 0 },
      enabled: name !== '' && !chosen,
    }),
  );
  const settled = name === typed.trim() && !isFetching;
  const found = name === '' || chosen ? [] : (data?.users ?? []);
  // The chosen person stays among the options, but is offered only where the text finds them too.
  const isOffered = (option: object) =>
    name === '' || chosen || ('value' in option && found.some(({ id }) => String(id) === option.value));
  const users = value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found;

  return (
    <Choice
      {...input}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      placeholder="Name, email or ID"
      data={users.map((user) => ({ value: String(user.id), label: user.full_string }))}
      value={value && String(value.id)}
      onChange={(id) => onChange(users.find((user) => String(user.id) === id) ?? null)}
      clearable
      // Once they have come, the first of those who were found.
      selectFirstOptionOnChange={settled && found.length > 0}
      // An empty list under a field that was only entered is nothing to read, for eyes or for a screen reader.
      openOnFocus={false}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      onSearchChange={setTyped}
      filter={({ options }) => (settled ? options.filter(isOffered) : [])}
      nothingFoundMessage={messageOf(typed, settled, error)}
    />
  );
}

function messageOf(typed: string, settled: boolean, error: unknown): string {
  if (typed.trim() === '') return 'Type a name, an email or an ID';
  if (error) return 'The search failed. Type again to retry';
  return settled ? 'Nobody matches' : 'Searching…';
}
