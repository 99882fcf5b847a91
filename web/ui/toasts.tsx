import { Button, CloseButton } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { failureOf } from './failure.ts';
import { type FocusPath, firstControl, nearestTo, pathOf } from './focus/focus-path.ts';
import classes from './toasts.module.css';
import { unavailable } from './unavailable.ts';
import { useOnce } from './use-once.ts';

/** Link to a new record: a screen, and the part of its address that opens it. */
export type Way = { to: string; search: Record<string, unknown> };

type Action = { label: string; run: () => Promise<void> };

type Toast = {
  id: number;
  text: string;
  kind: 'success' | 'error';
  persistent: boolean;
  shown_ms: number;
  open?: Way;
  action?: Action;
};

const SHOWN_MS = 5_000;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

type ToastOptions = Partial<Omit<Toast, 'id' | 'text'>>;

/** Shows a toast; an error is read out at once, a success when the screen reader is idle. `open` links to a new record. */
export function toast(text: string, options: ToastOptions = {}): void {
  replaceToast(undefined, text, options);
}

/** Shows a toast in place of an earlier one, as for a run of steps that it counts; returns its id. */
export function replaceToast(earlier: number | undefined, text: string, options: ToastOptions = {}): number {
  const { kind = 'success', persistent = false, shown_ms = SHOWN_MS, open, action } = options;
  lastId += 1;
  const kept = toasts.filter(({ id }) => id !== earlier);
  publish([...kept, { id: lastId, text, kind, persistent, shown_ms, open, action }]);
  return lastId;
}

export function isToastShown(id: number): boolean {
  return toasts.some((entry) => entry.id === id);
}

/** Renders toasts, once around every screen. Its live regions exist before the texts, or nothing is read out. */
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

function ToastCard({ toast: entry }: { toast: Toast }) {
  const { id, text, kind, persistent, shown_ms, open, action } = entry;
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = persistent || hovered || focused;
  const box = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<FocusPath>([]);
  const close = () => {
    if (box.current?.contains(document.activeElement)) giveBack(cameFrom.current);
    dismiss(id);
  };

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), shown_ms);
    return () => clearTimeout(timer);
  }, [held, id, shown_ms]);

  return (
    <div
      ref={box}
      className={classes.toast}
      data-kind={kind}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={({ currentTarget, relatedTarget }: FocusEvent) => {
        setFocused(true);
        if (!currentTarget.contains(relatedTarget))
          cameFrom.current = relatedTarget ? pathOf(relatedTarget) : [];
      }}
      onBlur={(event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      <span className={classes.text}>{text}</span>
      {action && <ActionButton action={action} onDone={close} />}
      {open && <OpenLink way={open} onOpen={() => dismiss(id)} />}
      <CloseButton size="sm" aria-label={`Close the message: ${text}`} onClick={close} />
    </div>
  );
}

/** Returns the focus to what had it before the toast, which is outside every screen. */
function giveBack(path: FocusPath): void {
  const around = document.querySelector('[aria-modal="true"]') ?? document.querySelector('main');
  const goal = nearestTo(path) ?? (around && firstControl(around));
  goal?.focus({ preventScroll: true });
}

function ActionButton({ action: { label, run }, onDone }: { action: Action; onDone: () => void }) {
  const { busy, once } = useOnce();
  const act = () =>
    once(
      async () => {
        await run();
        onDone();
      },
      (error) => toast(failureOf(error).message, { kind: 'error', persistent: true }),
    );
  return (
    <Button size="compact-sm" variant="default" {...unavailable(busy)} onClick={() => !busy && void act()}>
      {label}
    </Button>
  );
}

/** Keeps the filters where the link leads to the present screen. */
function OpenLink({ way: { to, search }, onOpen }: { way: Way; onOpen: () => void }) {
  const isHere = useLocation().pathname === to;
  return (
    <Link
      to={to}
      search={(current: object) => ({ ...(isHere && current), ...search })}
      resetScroll={!isHere}
      className={classes.open}
      onClick={onOpen}
    >
      Open
    </Link>
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
