import type { ReactNode } from 'react';
import { isSaveEnter } from '../chooser/enter-guard.tsx';

type SaveKeysProps = {
  /** The caller ignores it while nothing can be saved. */
  onSave: () => void;
  children: ReactNode;
};

/** Saves by Ctrl+Enter or ⌘+Enter from any field of a dialog that is not a form, as a form does. */
export function SaveKeys({ onSave, children }: SaveKeysProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onKeyDown={(event) => {
        if (!isSaveEnter(event)) return;
        // Of Cancel too, which would take it for a press.
        event.preventDefault();
        if (!event.repeat) onSave();
      }}
    >
      {children}
    </div>
  );
}
