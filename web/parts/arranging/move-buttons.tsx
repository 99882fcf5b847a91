import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { unavailable } from '../../ui/unavailable.ts';

type MoveButtonsProps = {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

export function MoveButtons({ name, isFirst, isLast, onMove, onRemove }: MoveButtonsProps) {
  return (
    <>
      <RowButton label={`Move up: ${name}`} isOff={isFirst} onClick={() => onMove(-1)}>
        <IconArrowUp size={16} aria-hidden />
      </RowButton>
      <RowButton label={`Move down: ${name}`} isOff={isLast} onClick={() => onMove(1)}>
        <IconArrowDown size={16} aria-hidden />
      </RowButton>
      <RowButton label={`Remove the place: ${name}`} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </RowButton>
    </>
  );
}

export function AddButton({ name, onAdd }: { name: string; onAdd: () => void }) {
  return (
    <RowButton label={`Add at the end: ${name}`} onClick={onAdd}>
      <IconPlus size={16} aria-hidden />
    </RowButton>
  );
}

type RowButtonProps = { label: string; isOff?: boolean; onClick: () => void; children: ReactNode };

/** No stop of Tab: its row has a key for it. */
function RowButton({ label, isOff = false, onClick, children }: RowButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      tabIndex={-1}
      aria-label={label}
      title={label.slice(0, label.indexOf(':'))}
      {...unavailable(isOff)}
      onClick={() => !isOff && onClick()}
    >
      {children}
    </ActionIcon>
  );
}
