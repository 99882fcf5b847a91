/** Milliseconds for which a key that was pressed before the frame stood still means what it meant. */
const PATIENCE = 5_000;

let open: (() => void) | null = null;
let pressedAt = Number.NEGATIVE_INFINITY;

/** Listens for Ctrl+K and ⌘K from the page's first moment on, before anybody is known to be signed in. */
export function listenForSearchKey(): void {
  document.addEventListener('keydown', (event) => {
    const pressed = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!pressed || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    if (open) open();
    else pressedAt = performance.now();
  });
}

/** Calls back for the key until the answer is called, and at once for one that was pressed while the page was loading. */
export function onSearchKey(callback: () => void): () => void {
  open = callback;
  if (performance.now() - pressedAt < PATIENCE) callback();
  pressedAt = Number.NEGATIVE_INFINITY;
  return () => {
    open = null;
  };
}
