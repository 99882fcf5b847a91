import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isPlainEnter, isSaveEnter, NO_CHOICE, SAVE_TRIED } from './enter-guard.tsx';

type Option = { value: string; label: string; disabled?: boolean };

type Chooser = {
  optionsFor: (text: string) => readonly Option[];
  /** Returns the field's text for a choice; '' where several are chosen, which stand beside the text. */
  nameOf: (value: string) => string;
  /** Text of the field while nothing is typed: the name of the choice. */
  resting: string;
  arriving: boolean;
  choose: (value: string) => void;
  onSearchChange?: (text: string) => void;
};

/** Implements every chooser: Enter takes the marked or first result, even one still loading, and never submits. A text without a choice is an error on saving. */
export function useChooser(props: Chooser) {
  const { optionsFor, nameOf, resting, arriving, choose, onSearchChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const leaving = useRef(false);
  /** True after an arrow key: the marked option is meant even without a text. */
  const moved = useRef(false);
  const [text, setText] = useState(resting);
  const [opened, setOpened] = useState(false);
  /** Text for which Enter came before its results: the first one is meant. */
  const [wanted, setWanted] = useState<string | null>(null);
  const [fault, setFault] = useState<{ text: string; words: string } | null>(null);
  /** Name of the latest choice, until the field's value follows. */
  const [taken, setTaken] = useState<string | null>(null);
  const isUnclear = text.trim() !== '' && text.trim() !== resting.trim() && text !== taken;

  const type = (next: string) => {
    // The field is left: what was typed is no choice yet, and stays to be seen.
    if (leaving.current) return;
    moved.current = false;
    setText(next);
    setTaken(null);
    onSearchChange?.(next);
  };
  const settle = (value: string) => {
    const name = nameOf(value);
    leaving.current = false;
    setWanted(null);
    setFault(null);
    type(name);
    setTaken(name);
  };
  const takeFirst = () => {
    const [first] = optionsFor(text).filter(({ disabled }) => !disabled);
    if (first) {
      setOpened(false);
      settle(first.value);
      choose(first.value);
      return;
    }
    setWanted(null);
    setFault({ text, words: `Nothing found for “${text.trim()}”` });
  };

  const isDue = wanted !== null && wanted === text && !arriving;
  useEffect(() => {
    if (isDue) takeFirst();
    // Once, when what was waited for has come.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isDue]);

  useEffect(() => {
    const field = input.current;
    const tell = () => setFault({ text, words: NO_CHOICE });
    field?.addEventListener(SAVE_TRIED, tell);
    return () => field?.removeEventListener(SAVE_TRIED, tell);
  }, [text]);

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      moved.current = true;
      if (moveMark(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)) {
        event.preventDefault();
        event.stopPropagation();
      }
      return;
    }
    if (isSaveEnter(event)) {
      // The list would take what it marks.
      event.preventDefault();
      event.stopPropagation();
      event.currentTarget.form?.requestSubmit();
      return;
    }
    if (!isPlainEnter(event)) return;
    event.preventDefault();
    // What is marked while an answer is on its way is a hit of the text before.
    const isMeant = moved.current || (isUnclear && !arriving);
    const marked = isMeant ? markedOption(event.currentTarget) : null;
    if (!marked && !isUnclear) {
      // The list's own Enter would take what it marks by itself.
      if (opened) event.stopPropagation();
      return;
    }
    event.stopPropagation();
    const isChosen = marked?.hasAttribute('data-combobox-active') === true;
    if (marked && !(isChosen && isUnclear)) marked.click();
    else if (arriving) setWanted(text);
    else takeFirst();
  };

  return {
    input,
    fault: isUnclear && fault?.text === text ? fault.words : undefined,
    settle,
    opens: { onDropdownOpen: () => setOpened(true), onDropdownClose: () => setOpened(false) },
    props: {
      ref: input,
      searchable: true,
      selectFirstOptionOnChange: true,
      searchValue: text,
      onSearchChange: type,
      dropdownOpened: opened,
      'data-unclear': isUnclear || undefined,
      onBlurCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
        // A filter shows what the list is of; a form keeps what somebody began.
        const isKept = currentTarget.closest('form, [role="dialog"], [data-editor]') !== null;
        leaving.current = isKept && isUnclear;
        setTimeout(() => {
          leaving.current = false;
        });
      },
      onKeyDownCapture: press,
    },
  };
}

/** Reads the mark from the list: a late timer can reset Mantine's own index. */
function markedOption(input: HTMLInputElement): HTMLElement | null {
  return listOf(input)?.querySelector<HTMLElement>('[data-combobox-selected]') ?? null;
}

/** Moves the visible mark, wrapping at both ends; false where nothing is marked, which the list handles itself. */
function moveMark(input: HTMLInputElement, step: 1 | -1): boolean {
  const marked = markedOption(input);
  if (!marked) return false;
  const options = [
    ...(listOf(input)?.querySelectorAll<HTMLElement>(
      '[data-combobox-option]:not([data-combobox-disabled])',
    ) ?? []),
  ];
  const next = options.at((options.indexOf(marked) + step) % options.length);
  if (!next) return false;
  marked.removeAttribute('data-combobox-selected');
  next.setAttribute('data-combobox-selected', 'true');
  next.scrollIntoView({ block: 'nearest' });
  input.setAttribute('aria-activedescendant', next.id);
  return true;
}

function listOf(input: HTMLInputElement): HTMLElement | null {
  return document.getElementById(input.getAttribute('aria-controls') ?? '');
}

export function labelled<Of extends Option>(data: readonly Of[], text: string): Of[] {
  const sought = text.trim().toLowerCase();
  return data.filter(({ label }) => label.toLowerCase().includes(sought));
}

/** True for an option of a list that a server has found. */
export function isAmong(found: readonly Pick<Option, 'value'>[], option: object): boolean {
  return 'value' in option && found.some(({ value }) => value === option.value);
}
