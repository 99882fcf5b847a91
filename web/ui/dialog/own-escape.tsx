import type { ReactNode } from 'react';

type OwnEscapeProps = { onEscape: () => void; label?: string; children: ReactNode };

/**
 * A part of a dialog that Escape ends by itself while the focus is in it; the dialog stays. The dialog hears the key
 * before any element of it does, and leaves it to a target that is marked.
 */
export function OwnEscape({ onEscape, label, children }: OwnEscapeProps) {
  return (
    // Keys and focus of the controls within it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label={label}
      onFocus={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onEscape();
      }}
    >
      {children}
    </div>
  );
}
