import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Access, mayAccess } from '../../core/access.ts';
import { must } from '../../core/must.ts';
import { type Screen, type ScreenRecord, useOpenScreens } from '../screen.ts';
import { useActor } from '../session.tsx';
import { TYPING_PAUSE_MS } from '../ui/chooser/text-filter.tsx';
import { Failure } from '../ui/failure.ts';
import type { FoundRecord } from './found-record.ts';
import { SEARCH_SOURCES, type SearchSource } from './screen-search-sources.ts';
import { bestFirst, matches, onePerPerson, readQuery } from './search-order.ts';
import { useRecents } from './use-recents.ts';

/** A hit; `group` is its heading where hits of several kinds are offered before anything is typed. */
export type SearchEntry = { key: string; label: string; detail: string; group?: string; go: () => void };

const MOST_RECORDS = 5;

/**
 * Searches what the person may open: the records they looked at last before anything is typed, screens and actions at
 * once, records by name or id 500 ms after the last key: those of a program by name, 0 for all, and any by id; a word before the
 * id, such as "refund 12", keeps the hits that have it.
 */
export function useScreenSearch(typed: string, program_id: number) {
  const actor = useActor();
  const screens = useOpenScreens();
  const navigate = useNavigate();
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, TYPING_PAUSE_MS);
  const asked = readQuery(text);
  const sources = SEARCH_SOURCES.flatMap((source) => {
    const screen = screens.find(({ path }) => path === source.screen);
    return screen?.record && (readQuery(settled).id !== null || source.find)
      ? [{ source, screen, record: screen.record }]
      : [];
  });
  const answers = useQueries({
    queries: sources.map(({ source }) => ({
      ...queryOf(source, settled, program_id),
      enabled: settled !== '' && settled === text,
    })),
  });
  const recent = useRecentEntries(screens, text === '');
  const isAsking = text !== '' && (settled !== text || answers.some(({ isFetching }) => isFetching));
  const go = (href: string) => () => void navigate({ href });

  const may = ({ access }: { access?: Access }) => access === undefined || mayAccess(actor, access);
  const here = [
    ...screens.flatMap(({ title, path, menu }) =>
      menu ? [{ key: path, label: title, detail: menu.group as string, on: '', go: go(path) }] : [],
    ),
    ...screens.flatMap(({ title, actions = [] }) =>
      actions
        .filter(may)
        .map(({ label, address }) => ({ key: address, label, detail: 'Action', on: title, go: go(address) })),
    ),
  ].filter(({ label, detail, on }) => asked.isName && matches(`${label} ${detail} ${on}`, text));
  // In the order of the sources: nothing that is found later comes above what is seen, and what Enter takes stays.
  const waiting = answers.findIndex(({ isPending }) => isPending);
  const answered = settled === text ? sources.slice(0, waiting < 0 ? undefined : waiting) : [];
  const found = answered.map(({ source }, index) => ({ ...source, found: answers[index]?.data ?? [] }));
  const records = onePerPerson(found, asked.id !== null).flatMap(({ screen, found }, index) => {
    const record = must(answered[index], 'source of an answer').record;
    const named = found.filter(({ id }) => id !== asked.id);
    const numbered = found
      .filter(({ id }) => id === asked.id)
      .flatMap((one) => [
        entryOf(screen, record, one, go),
        ...(record.actions ?? []).filter(may).map((action) => actionOn(action, record, one, go)),
      ]);
    return [
      ...numbered.filter(({ label, detail }) => matches(`${label} ${detail}`, asked.words)),
      ...bestFirst(
        named.map((one) => entryOf(screen, record, one, go)),
        text,
      ),
    ];
  });
  const failed = sources.flatMap(({ source }, index) =>
    answers[index]?.error ? [{ source, answer: answers[index] }] : [],
  );

  return {
    entries: text === '' ? withHeadings(recent, here, go) : [...bestFirst(here, text), ...records],
    isAsking,
    /** Sources that failed; the results of others are shown. */
    failed: isAsking ? [] : failed.map(({ source }) => source.plural),
    retry: () => failed.forEach(({ answer }) => void answer?.refetch()),
  };
}

async function search(
  source: SearchSource,
  text: string,
  program_id: number | undefined,
  signal: AbortSignal,
): Promise<FoundRecord[]> {
  const { id, isName } = readQuery(text);
  const [numbered, named] = await Promise.all([
    id === null ? [] : byId(source, id, signal),
    isName && source.find ? source.find(text, { signal, program_id }) : [],
  ]);
  return [...numbered, ...named.filter((one) => one.id !== id)].slice(0, MOST_RECORDS);
}

async function byId(source: SearchSource, id: number, signal: AbortSignal): Promise<FoundRecord[]> {
  try {
    return [{ id, name: await source.read(id, { signal }) }];
  } catch (error) {
    if (error instanceof Failure && (error.status === 404 || error.status === 403)) return [];
    throw error;
  }
}

type Go = (href: string) => () => void;

function entryOf(screen: string, record: ScreenRecord, found: FoundRecord, go: Go): SearchEntry {
  const { id, name, detail = record.noun, address } = found;
  if (address) return { key: `${address} ${name}`, label: name, detail, go: go(address) };
  const label = `${record.noun} #${id}${record.about ? `: ${record.about}` : ''}`;
  return { key: `${screen} ${id}`, label: name || label, detail: name && label, go: go(record.address(id)) };
}

function actionOn(
  { label, address }: NonNullable<ScreenRecord['actions']>[number],
  { noun }: ScreenRecord,
  { id, name }: FoundRecord,
  go: Go,
): SearchEntry {
  const href = address(id);
  return {
    key: href,
    label: `${label} ${noun.toLowerCase()} #${id}`,
    detail: name || 'Action',
    go: go(href),
  };
}

type FoundRecent = { source: SearchSource; record: ScreenRecord; id: number };

/** The records that were looked at last, by their names of now; one that is gone is left out. */
function useRecentEntries(screens: readonly Screen[], wanted: boolean): (FoundRecent & { name: string })[] {
  const recents = useRecents().flatMap(({ screen, id }) => {
    const source = SEARCH_SOURCES.find((one) => one.screen === screen);
    const record = screens.find(({ path }) => path === screen)?.record;
    return source && record ? [{ source, record, id }] : [];
  });
  const answers = useQueries({
    queries: recents.map(({ source, id }) => ({ ...queryOf(source, `#${id}`), enabled: wanted })),
  });
  return recents.flatMap((recent, index) => {
    const { data } = must(answers[index], 'answer of a recent');
    const [found] = data ?? [];
    // Until its name has come it stands there by its number.
    return data === undefined || found ? [{ ...recent, name: found?.name ?? '' }] : [];
  });
}

function withHeadings(
  recent: readonly (FoundRecent & { name: string })[],
  here: readonly SearchEntry[],
  go: Go,
): SearchEntry[] {
  if (recent.length === 0) return [...here];
  return [
    ...recent.map(({ source, record, id, name }) => ({
      ...entryOf(source.screen, record, { id, name }, go),
      group: 'Recent',
    })),
    ...here.map((entry) => ({ ...entry, group: 'Screens and actions' })),
  ];
}

/** A record is asked for by its id in any program, by its name in one; 0 is all. */
function queryOf(source: SearchSource, text: string, program_id = 0) {
  return {
    queryKey: ['screen search', source.screen, text, program_id],
    queryFn: ({ signal }: { signal: AbortSignal }) => search(source, text, program_id || undefined, signal),
  };
}
