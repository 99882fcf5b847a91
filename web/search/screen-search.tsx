import { Modal, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import {
  type Dispatch,
  type KeyboardEvent,
  type SetStateAction,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useProgramName } from '../parts/program-name.tsx';
import { useSwitchedProgram } from '../program/use-program.ts';
import classes from './screen-search.module.css';
import { isInSearch, takeTypedAhead } from './search-key.ts';
import { type SearchEntry, useScreenSearch } from './use-screen-search.ts';

type ScreenSearchProps = { opened: boolean; onClose: () => void };

export function ScreenSearch({ opened, onClose }: ScreenSearchProps) {
  // Loaded by the first key, it would be there as an open one, and not know what had the focus before it opened.
  const isOpen = useDeferredValue(opened, false);
  useFocusBack(isOpen);
  // Kept beside the field: one that is opened again while it goes out may be another one by the next letter.
  const [typed, setTyped] = useState('');
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setTyped('');
  }
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      yOffset="10vh"
      size="lg"
      returnFocus={false}
      transitionProps={{ duration: 80 }}
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content aria-label="Search" data-screen-search>
        <Search typed={typed} onType={setTyped} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Returns the focus to the element that had it before the search, also when it is reopened while it fades out. */
function useFocusBack(isOpen: boolean): void {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    const focused = document.activeElement;
    if (isOpen) {
      if (!isInSearch(focused)) before.current = focused;
      return;
    }
    // The focus trap lets go first; what was opened from here may have asked for the focus already.
    const timer = setTimeout(() => {
      const { activeElement } = document;
      const isFree = activeElement === document.body || isInSearch(activeElement);
      if (isFree && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    }, 10);
    return () => clearTimeout(timer);
  }, [isOpen]);
}

const HINT = 'Search or type #ID';

const WIDEN = { key: 'all programs', label: 'Search all programs', detail: '' };

type SearchProps = { typed: string; onType: Dispatch<SetStateAction<string>>; onClose: () => void };

function Search({ typed, onType, onClose }: SearchProps) {
  const [marked, setMarked] = useState<string | null>(null);
  /** True after Enter came before any result: the first one is opened. */
  const [wanted, setWanted] = useState(false);
  const list = useId();
  const program_id = useSwitchedProgram();
  const [everywhere, setEverywhere] = useState(program_id === 0);
  const { entries: found, isAsking, failed, retry } = useScreenSearch(typed, everywhere ? 0 : program_id);
  const widens = !everywhere && !isAsking && isByName(typed);
  const widen = () => {
    setEverywhere(true);
    setMarked(null);
  };
  const entries: readonly SearchEntry[] = widens ? [...found, { ...WIDEN, go: widen }] : found;
  const active = entries.find(({ key }) => key === marked) ?? entries[0];

  const take = (entry: SearchEntry) => {
    if (entry.key !== WIDEN.key) onClose();
    entry.go();
  };
  const first = entries[0];
  useEffect(() => {
    if (!wanted || !first || first.key === WIDEN.key) return;
    onClose();
    first.go();
  }, [wanted, first, onClose]);

  const step = (by: number) => {
    const at = active ? entries.indexOf(active) : -1;
    const next = entries[(at + by + entries.length) % entries.length];
    if (!next) return;
    setMarked(next.key);
    document.getElementById(`${list} ${next.key}`)?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) {
      event.preventDefault();
      step(by);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (active) take(active);
      else setWanted(isAsking);
    }
  };

  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label={HINT}
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active && `${list} ${active.key}`}
          placeholder={HINT}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onFocus={() => {
            const { text, enter } = takeTypedAhead();
            if (text) onType((before) => before + text);
            if (enter) setWanted(true);
          }}
          onChange={(event) => {
            onType(event.currentTarget.value);
            setMarked(null);
            setWanted(false);
          }}
          onKeyDown={press}
        />
      </div>
      {program_id !== 0 && isByName(typed) && (
        <p className={classes.scope}>{everywhere ? 'In all programs' : <InProgram id={program_id} />}</p>
      )}
      <div id={list} role="listbox" aria-label="Found" aria-busy={isAsking} className={classes.list}>
        {groupsOf(entries).map(({ name, members }) => (
          <div key={name} role={name ? 'group' : 'presentation'} aria-label={name || undefined}>
            {name && (
              <div className={classes.group} aria-hidden>
                {name}
              </div>
            )}
            {members.map((entry) => (
              // The keys are those of the field, which holds the focus.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={entry.key}
                id={`${list} ${entry.key}`}
                role="option"
                tabIndex={-1}
                aria-selected={entry === active}
                className={classes.entry}
                onClick={() => take(entry)}
              >
                <span className={classes.label}>{entry.label}</span>
                <span className={classes.detail}>{entry.detail}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      {failed.length > 0 && (
        <p role="alert" className={classes.failed}>
          {failed.join(', ')} could not be searched.{' '}
          <button type="button" onClick={retry}>
            Retry
          </button>
        </p>
      )}
      <p role="status" className={classes.status}>
        {isAsking ? 'Searching…' : found.length === 0 ? nothing(typed) : null}
        {!isAsking && found.length > 0 && <VisuallyHidden>{found.length} found</VisuallyHidden>}
      </p>
    </>
  );
}

function groupsOf(entries: readonly SearchEntry[]): { name: string; members: SearchEntry[] }[] {
  const groups = Map.groupBy(entries, ({ group = '' }) => group);
  return Array.from(groups, ([name, members]) => ({ name, members }));
}

/** An id names a record of any program, and without a text nothing is searched. */
function isByName(typed: string): boolean {
  return typed.trim() !== '' && !typed.trim().startsWith('#');
}

function InProgram({ id }: { id: number }) {
  return <>In {useProgramName(id) ?? '…'}</>;
}

function nothing(typed: string): string {
  const id = /^#\s*(\d+)$/.exec(typed.trim())?.[1];
  return id ? `No results for #${id}` : 'No results';
}
