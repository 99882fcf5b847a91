/** Returns the key of a shortcut in lower case; null while one types, in a menu or a dialog, and for taken keys. */
export function shortcutOf(event: KeyboardEvent): string | null {
  const { key, target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented || isTyping(target)) return null;
  if (document.querySelector('[aria-modal="true"], [role="menu"]')) return null;
  return key.length === 1 ? key.toLowerCase() : key;
}

const UNTYPED = 'input:is([type="checkbox"], [type="radio"], [type="button"], [type="submit"])';

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.matches(UNTYPED)) return false;
  return target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]');
}

/** Returns true where Space and Enter are those of the focused control. */
export function isOnControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a[href], button, input, summary') !== null;
}
