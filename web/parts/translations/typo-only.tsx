import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { languageName } from './translations-dialog-languages.tsx';
import type { ReadTranslation } from './translations-state.ts';

type TypoOnly<Name extends string> = {
  changed: readonly Name[];
  /** Undefined for a new record, which has no translations. */
  read?: () => Promise<{ translations: readonly ReadTranslation<Name>[] }>;
};

/** Offers to keep translations as valid after a change of English, where there are any. */
export function useTypoOnly<Name extends string>({ changed, read }: TypoOnly<Name>) {
  const [chosen, setChosen] = useState(false);
  const { data } = useQuery({
    queryKey: ['typo-only', useId()],
    queryFn: () => read?.() ?? { translations: [] },
    enabled: read !== undefined && changed.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const made = (data?.translations ?? []).filter(
    (row) =>
      row.language_slug !== 'en' && changed.some((name) => row[name] !== '' && !row.fields.includes(name)),
  );
  const isOffered = made.length > 0;
  const languages = made.map(({ language_slug }) => languageName(language_slug));

  return {
    typo_only: isOffered && chosen,
    element: isOffered && (
      <Checkbox
        label="Only a typo: keep the translations"
        description={`Otherwise outdated: ${languages.join(', ')}.`}
        checked={chosen}
        onChange={(event) => setChosen(event.currentTarget.checked)}
      />
    ),
  };
}
