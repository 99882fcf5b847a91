import { CloseButton } from '@mantine/core';
import { type FocusEvent, useEffect, useState, useSyncExternalStore } from 'react';
import classes from './toasts.module.css';

type Toast = { id: number; text: string; kind: 'success' | 'error'; persistent: boolean };

const SHOWN_FOR = 5_000;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

/**
 * Says a text in the corner and to screen readers: an error at once (`alert`), a success when they are free
 * (`status`). It leaves after 5 seconds unless it is `persistent`, hovered or focused.
 */
export function toast(text: string, options: { kind?: Toast['kind']; persistent?: boolean } = {}): void {
  const { kind = 'success', persistent = false } = options;
  lastId += 1;
  publish([...toasts, { id: lastId, text, kind, persistent }]);
}

/** Where toasts appear; stands once, in `main.tsx`. The regions are there before the texts, or nothing is said. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className={classes.corner}>
      <div role="status">{shown.filter(({ kind }) => kind === 'success').map(card)}</div>
      <div role="alert">{shown.filter(({ kind }) => kind === 'error').map(card)}</div>
    </div>
  );
}

function card(entry: Toast) {
  return <ToastCard key={entry.id} toast={entry} />;
}

function ToastCard({ toast: { id, text, kind, persistent } }: { toast: Toast }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = persistent || hovered || focused;

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [held, id]);

  return (
    <div
      className={classes.toast}
      data-kind={kind}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      <span className={classes.text}>{text}</span>
      <CloseButton size="sm" aria-label={`Close the message: ${text}`} onClick={() => dismiss(id)} />
    </div>
  );
}

function dismiss(id: number): void {
  publish(toasts.filter((entry) => entry.id !== id));
}

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
