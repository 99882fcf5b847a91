import type { KeyboardEvent, ReactNode } from 'react';

/** A field with a text that cannot be saved: an ambiguous number, a text without a choice. */
const UNCLEAR_FIELD = '[data-unclear]';
/** Event sent to such fields when a save is tried. */
export const SAVE_TRIED = 'save-tried';
export const NO_CHOICE = 'Choose one from the list, or clear the text';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'nativeEvent'>;

/** Returns true for Enter alone: with Ctrl or ⌘ it saves, and within an input method it ends a word. */
export function isPlainEnter({ key, ctrlKey, metaKey, nativeEvent }: Pressed): boolean {
  return key === 'Enter' && !ctrlKey && !metaKey && !nativeEvent.isComposing;
}

/** Returns true for Ctrl+Enter or ⌘+Enter, which saves from anywhere in the form. */
export function isSaveEnter({ key, ctrlKey, metaKey, nativeEvent }: Pressed): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing;
}

/** Returns true for what saves an editor that is a screen: Ctrl+Enter or Ctrl+S, or with ⌘; not in a dialog above it. */
export function isSaveKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, currentTarget, target } = event;
  if (!(ctrlKey || metaKey) || altKey || !currentTarget.contains(target as Node)) return false;
  return key.toLowerCase() === 's' || isSaveEnter(event);
}

/** `onKeyDown` that keeps Enter from submitting the form around. */
export function keepEnter(event: KeyboardEvent): void {
  const isAction = event.target instanceof Element && event.target.closest('button, a[href]') !== null;
  if (isPlainEnter(event) && !isAction) event.preventDefault();
}

/** Fields in which Enter does not submit, such as an unfinished condition. */
export function EnterStays({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" style={{ display: 'contents' }} onKeyDown={keepEnter}>
      {children}
    </div>
  );
}

/** Returns true where a field of it is unclear, and makes it show so: nothing is to be sent then. */
export function refuseUnclear(form: Element | null): boolean {
  const unclear = [...(form?.querySelectorAll(UNCLEAR_FIELD) ?? [])];
  for (const field of unclear) field.dispatchEvent(new Event(SAVE_TRIED));
  return unclear.length > 0;
}
