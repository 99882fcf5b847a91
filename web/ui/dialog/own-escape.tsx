import type { KeyboardEvent, ReactNode } from 'react';
import { isPlainEnter, isSaveEnter, refuseUnclear } from '../chooser/enter-guard.tsx';

type OwnEscapeProps = {
  onEscape: () => void;
  /** Enter in any of its fields, and Ctrl+Enter: without it they are left to the form around. */
  onEnter?: () => void;
  label?: string;
  children: ReactNode;
};

/** A part of a dialog that Escape ends by itself, while the dialog stays: it hears the key first, and leaves it to a marked target. */
export function OwnEscape({ onEscape, onEnter, label, children }: OwnEscapeProps) {
  const enter = (event: KeyboardEvent) => {
    event.preventDefault();
    // The form around would save itself and go, with what is made here.
    event.stopPropagation();
    if (!event.repeat && !refuseUnclear(event.currentTarget)) onEnter?.();
  };
  return (
    // Keys and focus of the controls within it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label={label}
      onFocus={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
      // A chooser would submit the form around.
      onKeyDownCapture={(event) => onEnter && isSaveEnter(event) && enter(event)}
      onKeyDown={(event) => {
        const isField = event.target instanceof HTMLInputElement && !event.isDefaultPrevented();
        if (onEnter && isField && isPlainEnter(event)) enter(event);
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onEscape();
      }}
    >
      {children}
    </div>
  );
}
