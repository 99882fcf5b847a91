import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { MultiChoice } from '../../../../web/ui/chooser/multi-choice.tsx';
import { TYPING_PAUSE_MS } from '../../../../web/ui/chooser/text-filter.tsx';
import { MOST_LISTED } from '../../conditions/items.ts';
import { calls } from '../calls.ts';
import classes from './conditions.module.css';

type SearchedChoicesProps = {
  of: 'class' | 'category';
  /** Program whose classes or categories are offered; 0 for all. */
  program_id: number;
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
  label: string;
  error: ReactNode;
};

/** Several of very many, found 500 ms after the last key. */
export function SearchedChoices({ of, program_id, chosen, onChange, label, error }: SearchedChoicesProps) {
  const [typed, setTyped] = useState('');
  const [name] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  // Those that were chosen here keep the name that they were found by.
  const [found, setFound] = useState<ReadonlyMap<number, string>>(new Map());
  const search = useQuery(calls.ruleChoices.queryOptions({ input: { of, program_id, name } }));
  const { data: named } = useQuery({
    ...calls.ruleChoices.queryOptions({ input: { of, ids: chosen.join(',') } }),
    enabled: chosen.length > 0,
    staleTime: 300_000,
    placeholderData: keepPreviousData,
  });
  const offered = search.data?.choices ?? [];
  const names = new Map([...(named?.choices ?? []), ...offered].map((one) => [one.id, one.name]));
  const optionOf = (id: number) => ({ value: String(id), label: names.get(id) ?? found.get(id) ?? `#${id}` });
  const isSettled = name === typed.trim() && !search.isFetching;
  const options = offered.filter(({ id }) => !chosen.includes(id)).map(({ id }) => optionOf(id));
  return (
    <MultiChoice
      classNames={{ inputField: classes.typed }}
      aria-label={label}
      placeholder={chosen.length === 0 ? 'Name or ID' : undefined}
      data={[...chosen.map(optionOf), ...options]}
      found={isSettled ? options : []}
      arriving={!isSettled}
      value={chosen.map(String)}
      onSearchChange={setTyped}
      onChange={(ids) => {
        setFound(new Map([...found, ...ids.map((id) => [Number(id), optionOf(Number(id)).label] as const)]));
        onChange(ids.map(Number));
      }}
      maxValues={MOST_LISTED}
      nothingFoundMessage={messageOf(search.error, isSettled)}
      error={error}
      inputWrapperOrder={['label', 'error', 'input', 'description']}
    />
  );
}

function messageOf(error: unknown, isSettled: boolean): string {
  if (error) return 'The search failed. Type again to retry';
  return isSettled ? 'No results' : 'Searching…';
}
