/** Milliseconds for which a key pressed before the frame is loaded stays valid, and text is kept for the search. */
const KEY_VALID_MS = 15_000;

let open: (() => void) | null = null;
let pressedAt = Number.NEGATIVE_INFINITY;
/** Text typed between the key and the search field; null where none is awaited. */
let ahead: string | null = null;

export function listenForSearchKey(): void {
  // Before whatever has the focus: what is typed next is meant for the search.
  document.addEventListener('keydown', (event) => (isSearchKey(event) ? press(event) : keep(event)), true);
}

/** Calls back for the key, and at once for one pressed while the page was loading; returns a function that stops. */
export function onSearchKey(callback: () => void): () => void {
  open = callback;
  if (isWaiting()) callback();
  else ahead = null;
  return () => {
    open = null;
  };
}

/** Returns the text typed since the key, and whether an Enter followed that still counts; later keys go to the field. */
export function takeTypedAhead(): { text: string; enter: boolean } {
  // However long the field took to load: whoever typed it has not seen it go anywhere else.
  const typed = ahead ?? '';
  // By then they may be at something else, which an Enter of long ago must not take them from.
  const enter = typed.endsWith('\n') && isWaiting();
  ahead = null;
  pressedAt = Number.NEGATIVE_INFINITY;
  return { text: typed.replace('\n', ''), enter };
}

function isSearchKey({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';
}

function press(event: KeyboardEvent): void {
  event.preventDefault();
  // In the field, which may be on its way out, nothing has to be kept until it comes.
  if (!isInSearch(event.target)) {
    ahead = '';
    pressedAt = performance.now();
  }
  open?.();
}

function keep(event: KeyboardEvent): void {
  if (ahead === null || !isWaiting() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') ahead = null;
  else if (event.key === 'Backspace') ahead = ahead.slice(0, -1);
  else if (event.key === 'Enter') ahead += ahead.endsWith('\n') ? '' : '\n';
  else if (event.key.length === 1 && !ahead.endsWith('\n')) ahead += event.key;
  else return;
  event.preventDefault();
}

export function isInSearch(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-screen-search]') !== null;
}

function isWaiting(): boolean {
  return performance.now() - pressedAt < KEY_VALID_MS;
}
