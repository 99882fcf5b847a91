import { Modal, type ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useFocusReturn } from './focus-return.ts';

type DialogProps = {
  title: string;
  onClose: () => void;
  size?: ModalProps['size'];
  /** False while another dialog lies above. */
  closeOnEscape?: boolean;
  /** A small question stays a box on a phone too; anything else takes the whole screen there. */
  small?: boolean;
  children: ReactNode;
};

/** The frame of every dialog; render it while it is open. The focus goes back to the opener. */
export function Dialog({
  title,
  onClose,
  size = 'md',
  closeOnEscape = true,
  small = false,
  children,
}: DialogProps) {
  const phone = useMediaQuery('(max-width: 36em)') ?? false;
  useFocusReturn();
  return (
    <Modal
      opened
      title={title}
      onClose={onClose}
      size={size}
      closeOnEscape={closeOnEscape}
      fullScreen={phone && !small}
      centered={small}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Its header element would count as a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      styles={{ title: { lineHeight: 1.35, overflowWrap: 'anywhere' } }}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Modal>
  );
}
