import { Modal, type ModalProps, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../focus/focus-return.ts';
import { SortPlace } from '../table/sort-place.ts';
import classes from './dialog.module.css';

export type DialogTitle = {
  title: string;
  /** Name of the record: the title is "Edit event: Summer draw". Undefined for a new one. */
  name?: string;
  /** True where the specification quotes the title: the name stands below it. */
  quoted?: boolean;
};

type DialogProps = DialogTitle & {
  onClose: () => void;
  size?: ModalProps['size'];
  /** False while another dialog covers it. */
  closeOnEscape?: boolean;
  /** False where a click outside must not close it. */
  closeOnClickOutside?: boolean;
  /** True for a small question, which stays a box on a phone; other dialogs are full screen there. */
  small?: boolean;
  /** Element to which the focus returns, other than the opener. */
  returnTo?: () => HTMLElement | null;
  children: ReactNode;
};

/** Frame of every dialog; render it while open. The focus returns to the opener. */
export function Dialog({
  title,
  name,
  quoted = false,
  onClose,
  size = 'md',
  closeOnEscape = true,
  closeOnClickOutside = true,
  small = false,
  returnTo,
  children,
}: DialogProps) {
  const phone = useMediaQuery('(max-width: 36em)') ?? false;
  useFocusReturn(returnTo);
  return (
    <Modal
      opened
      title={
        name && !quoted ? (
          <>
            {title}: <b>{name}</b>
          </>
        ) : (
          title
        )
      }
      onClose={onClose}
      size={size}
      closeOnEscape={closeOnEscape}
      closeOnClickOutside={closeOnClickOutside}
      fullScreen={phone && !small}
      centered={small}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Its header element would count as a second banner of the page.
      attributes={{ header: { role: 'presentation' }, title: { title: name && !quoted ? name : undefined } }}
      classNames={{ title: classes.title, content: classes.content }}
      transitionProps={{ duration: 0 }}
    >
      {name && quoted && <Text className={classes.name}>{name}</Text>}
      {/* A table of its own has nothing to do with the list that it lies above. */}
      <SortPlace value={undefined}>{children}</SortPlace>
    </Modal>
  );
}

/** Actions and their outcome, always visible while the rest of the dialog scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={classes.footer}>{children}</div>;
}
