import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Choice } from './choice.tsx';
import { TYPING_PAUSE_MS } from './text-filter.tsx';

type Found = { id: number };

type SearchChoiceProps<Of extends Found> = {
  /** Optional, so that `form.getInputProps` can be spread. */
  value?: Of | null;
  onChange: (found: Of | null) => void;
  label: string;
  /** True for a label for screen readers only, as in a grid. */
  hideLabel?: boolean;
  placeholder: string;
  /** Query key of the search, with everything it depends on besides the text. */
  searched: readonly unknown[];
  search: (name: string) => Promise<readonly Of[]>;
  nameOf: (found: Of) => string;
  /** Shown before anything is typed, and where nothing is found. */
  words: { ask: string; none: string };
  description?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  readOnly?: boolean;
  required?: boolean;
};

/** One of very many. Searches 500 ms after the last key; the query key keeps out answers to an older text. */
export function SearchChoice<Of extends Found>(props: SearchChoiceProps<Of>) {
  const { value = null, onChange, label, hideLabel, searched, search, nameOf, words, ...input } = props;
  const [typed, setTyped] = useState('');
  const [name] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const chosen = value !== null && name === nameOf(value).trim();
  const { data, isFetching, error } = useQuery({
    queryKey: [...searched, name],
    queryFn: () => search(name),
    enabled: name !== '' && !chosen,
  });
  const settled = name === typed.trim() && !isFetching;
  const found = name === '' || chosen ? [] : (data ?? []);
  // The chosen one stays among the options, but is offered only where the text finds it too.
  const all = value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found;
  const offered = name === '' || chosen ? all : found;
  const optionOf = (one: Of) => ({ value: String(one.id), label: nameOf(one) });

  return (
    <Choice
      {...input}
      wrapperProps={{ 'data-searched': true }}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      data={all.map(optionOf)}
      value={value && String(value.id)}
      onChange={(id) => onChange(all.find((one) => String(one.id) === id) ?? null)}
      clearable={!input.readOnly}
      // Once they have come, the first of those that were found.
      selectFirstOptionOnChange={settled && found.length > 0}
      // An empty list under a field that was only entered is nothing to read, for eyes or for a screen reader.
      openOnFocus={false}
      // In a grid, whose cells the arrow keys reach, it would be one stop more.
      clearButtonProps={{ 'aria-label': `Clear ${label}`, ...(!hideLabel && BY_KEYBOARD) }}
      onSearchChange={setTyped}
      found={settled ? offered.map(optionOf) : []}
      arriving={typed.trim() !== '' && !settled}
      nothingFoundMessage={messageOf(words, typed, settled, error)}
    />
  );
}

const BY_KEYBOARD = { 'aria-hidden': undefined, tabIndex: 0 };

function messageOf(
  { ask, none }: { ask: string; none: string },
  typed: string,
  settled: boolean,
  error: unknown,
): string {
  if (typed.trim() === '') return ask;
  if (error) return 'The search failed. Type again to retry';
  return settled ? none : 'Searching…';
}
