import type { KeyboardEvent, ReactNode } from 'react';

/** A field whose text stands for nothing that can be saved: a number that is unclear, a text without a choice. */
const UNCLEAR_FIELD = '[data-unclear]';
/** What such a field hears when somebody tries to save. */
export const SAVE_TRIED = 'save-tried';
/** What a text says then that stands for no choice. */
export const NO_CHOICE = 'Choose one from the list, or clear the text';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'nativeEvent'>;

/** Enter by itself; with Ctrl or ⌘ it saves, and within an input method it ends a word. */
export function isPlainEnter({ key, ctrlKey, metaKey, nativeEvent }: Pressed): boolean {
  return key === 'Enter' && !ctrlKey && !metaKey && !nativeEvent.isComposing;
}

/** Ctrl+Enter or ⌘+Enter: saves wherever the focus is in the form. */
export function isSaveEnter({ key, ctrlKey, metaKey, nativeEvent }: Pressed): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing;
}

/** The `onKeyDown` of what has a use of its own for Enter, or none: the form around it is not sent by it. */
export function keepEnter(event: KeyboardEvent): void {
  const isAction = event.target instanceof Element && event.target.closest('button, a[href]') !== null;
  if (isPlainEnter(event) && !isAction) event.preventDefault();
}

/** Fields that are still being put together, as a condition: Enter in them sends nothing. */
export function EnterStays({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" style={{ display: 'contents' }} onKeyDown={keepEnter}>
      {children}
    </div>
  );
}

/** Whether something within is unclear, told to it, so that its field says so: then nothing is to be sent. */
export function refuseUnclear(tx: Element | null): boolean {
  const unclear = [...(tx?.querySelectorAll(UNCLEAR_FIELD) ?? [])];
  for (const field of unclear) field.dispatchEvent(new Event(SAVE_TRIED));
  return unclear.length > 0;
}
