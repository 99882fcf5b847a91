import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMenu } from '../screen.ts';
import { shortcutOf } from '../ui/shortcut.ts';

const KeysDialog = lazy(() => import('./keys-dialog.tsx').then((m) => ({ default: m.KeysDialog })));

/** Milliseconds in which each letter of a screen follows the one before it, and the first follows G. */
const LETTER_WITHIN_MS = 2000;

/** Keys of every screen: `/` filters, C creates, A arranges, S switches the program, G and one or two letters lead to a screen, `?` lists what applies here. */
export function ScreenKeys() {
  const navigate = useNavigate();
  const screens = useMenu().flatMap(({ screens: some }) => some);
  const [isOpen, setOpen] = useState(false);
  const begun = useRef({ letters: '', at: Number.NEGATIVE_INFINITY });

  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = shortcutOf(event);
    if (key === null) return;
    const now = performance.now();
    const { letters, at } = begun.current;
    const followsG = now - at < LETTER_WITHIN_MS;
    begun.current = { letters: '', at: Number.NEGATIVE_INFINITY };
    const typed = letters + key;
    const goal = followsG ? screens.find(({ menu }) => menu?.key === typed) : undefined;
    const goesOn = followsG && screens.some(({ menu }) => menu?.key.startsWith(typed));
    if (goal) void navigate({ to: goal.path });
    else if (goesOn) begun.current = { letters: typed, at: now };
    else if (key === 'g') begun.current = { letters: '', at: now };
    else if (key === '?') setOpen(true);
    else if (key === '/') focusFilter();
    else if (key === 'c') create();
    else if (key === 's') switchProgram();
    else if (key !== 'a' || !arrange()) return;
    event.preventDefault();
    // What a list makes of the same letter is another thing.
    if (goal || goesOn) event.stopImmediatePropagation();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  return <Suspense>{isOpen && <KeysDialog screens={screens} onClose={() => setOpen(false)} />}</Suspense>;
}

/** Presses the button that makes a record, which gets the focus back after the dialog unless a row has it. */
function create(): void {
  const button = document.querySelector<HTMLElement>('main [data-create]');
  if (!document.activeElement?.closest('[data-row]')) button?.focus();
  button?.click();
}

/** Opens the switcher of the program, which staff of one program have not. */
function switchProgram(): void {
  document.querySelector<HTMLElement>('header [data-switcher]')?.click();
}

/** Presses the button that arranges rows; returns false where there is none, as A may be an action of the list. */
function arrange(): boolean {
  const button = document.querySelector<HTMLElement>('main [data-arrange]');
  button?.click();
  return button !== null;
}

/** Focuses the first text of the filters, and opens them where they have no room; on a screen without, what finds in it. */
function focusFilter(): void {
  const field = 'main search [data-filter]:not([data-behind]) input:not([type="checkbox"], [type="hidden"])';
  const texts = [...document.querySelectorAll<HTMLInputElement>(field)].filter(({ disabled }) => !disabled);
  const first = texts.find((text) => !text.matches('[role="combobox"], [type="date"]')) ?? texts[0];
  if (first) return first.focus();
  const finder = document.querySelector<HTMLElement>('main [data-finder]');
  if (finder) return finder.focus();
  const more = document.querySelector<HTMLElement>('main search [data-more-filters][aria-expanded="false"]');
  more?.click();
  if (more) requestAnimationFrame(focusFilter);
}
