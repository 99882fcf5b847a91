import { Modal, type ModalProps, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../focus/focus-return.ts';
import { SortPlace } from '../table/sort-place.ts';
import classes from './dialog.module.css';

export type DialogTitle = {
  /** What it does: "Edit event". */
  title: string;
  /** What it does it to: the title is "Edit event: Summer draw". None for a new one. */
  name?: string;
  /** The specification gives the title word for word: the name stands below it. */
  quoted?: boolean;
};

type DialogProps = DialogTitle & {
  onClose: () => void;
  size?: ModalProps['size'];
  /** False while another dialog lies above. */
  closeOnEscape?: boolean;
  /** False where a click beside it is no way out. */
  closeOnClickOutside?: boolean;
  /** A small question stays a box on a phone too; anything else takes the whole screen there. */
  small?: boolean;
  children: ReactNode;
};

/** The frame of every dialog; render it while it is open. The focus goes back to the opener. */
export function Dialog({
  title,
  name,
  quoted = false,
  onClose,
  size = 'md',
  closeOnEscape = true,
  closeOnClickOutside = true,
  small = false,
  children,
}: DialogProps) {
  const phone = useMediaQuery('(max-width: 36em)') ?? false;
  useFocusReturn();
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

/** What can be done and what came of it: stays in sight while the rest of the dialog scrolls beneath. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={classes.footer}>{children}</div>;
}
