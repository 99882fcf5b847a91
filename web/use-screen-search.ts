import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Screen, useOpenScreens } from './screen.ts';
import { type FoundRecord, SEARCH_SOURCES, type SearchSource } from './screen-search-sources.ts';
import { TYPING_PAUSE } from './ui/chooser/text-filter.tsx';
import { Failure } from './ui/failure.ts';

export type SearchEntry = { key: string; label: string; detail: string; go: () => void };

/** Actions that can be started from anywhere, by those who may open their screen. */
const ACTIONS = [
  { label: 'Add event', screen: '/events', href: '/events?add=1' },
  { label: 'Add user', screen: '/users', href: '/users?add=1' },
  { label: 'Add admin user', screen: '/admins', href: '/admins?add=1' },
];
/** Records shown of one source; its list has the others. */
const MOST_RECORDS = 5;

/** Searches what the person may open: screens and actions at once, records by name or `#` id 500 ms after the last key. */
export function useScreenSearch(typed: string) {
  const screens = useOpenScreens();
  const navigate = useNavigate();
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, TYPING_PAUSE);
  const id = idIn(text);
  const sources = SEARCH_SOURCES.flatMap((source) => {
    const screen = screens.find(({ path }) => path === source.screen);
    return screen?.record && (idIn(settled) !== null || source.find)
      ? [{ source, screen, record: screen.record }]
      : [];
  });
  const answers = useQueries({
    queries: sources.map(({ source }) => ({
      queryKey: ['screen search', source.screen, settled],
      queryFn: ({ signal }: { signal: AbortSignal }) => search(source, settled, signal),
      enabled: settled !== '' && settled === text,
    })),
  });
  const isAsking = text !== '' && (settled !== text || answers.some(({ isFetching }) => isFetching));
  const go = (href: string) => () => void navigate({ href });

  const here: SearchEntry[] = [
    ...screens.flatMap(({ title, path, menu }) =>
      menu ? [{ key: path, label: title, detail: menu.group as string, go: go(path) }] : [],
    ),
    ...ACTIONS.filter((action) => screens.some(({ path }) => path === action.screen)).map(
      ({ label, href }) => ({
        key: href,
        label,
        detail: 'Action',
        go: go(href),
      }),
    ),
  ].filter(({ label, detail }) => id === null && matches(`${label} ${detail}`, text));
  // In the order of the sources: nothing that is found later comes above what is seen, and what Enter takes stays.
  const waiting = answers.findIndex(({ isPending }) => isPending);
  const answered = settled === text ? sources.slice(0, waiting < 0 ? undefined : waiting) : [];
  const records = answered.flatMap(({ source, record }, index) =>
    (answers[index]?.data ?? []).map((found) => entryOf(source, record, found, go)),
  );
  const failed = sources.flatMap(({ source }, index) =>
    answers[index]?.error ? [{ source, answer: answers[index] }] : [],
  );

  return {
    entries: [...here, ...records],
    isAsking,
    /** Sources that failed; the results of others are shown. */
    failed: isAsking ? [] : failed.map(({ source }) => source.plural),
    retry: () => failed.forEach(({ answer }) => void answer?.refetch()),
  };
}

async function search(source: SearchSource, text: string, signal: AbortSignal): Promise<FoundRecord[]> {
  const id = idIn(text);
  if (id === null) return (await source.find?.(text, { signal }))?.slice(0, MOST_RECORDS) ?? [];
  try {
    return [{ id, name: await source.read(id, { signal }) }];
  } catch (error) {
    if (error instanceof Failure && (error.status === 404 || error.status === 403)) return [];
    throw error;
  }
}

function entryOf(
  { screen }: SearchSource,
  { noun, about, address }: NonNullable<Screen['record']>,
  { id, name }: FoundRecord,
  go: (href: string) => () => void,
): SearchEntry {
  const label = `${noun} #${id}${about ? `: ${about}` : ''}`;
  return { key: `${screen} ${id}`, label: name || label, detail: label, go: go(address(id)) };
}

function idIn(text: string): number | null {
  const digits = /^#\s*(\d{1,9})$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

function matches(text: string, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/);
  return words.every((word) => text.toLowerCase().includes(word));
}
