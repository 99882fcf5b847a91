import { IconPencil, IconPlayerPause, IconPlayerPlay, IconStack2 } from '@tabler/icons-react';
import type { RowAction } from '../../../web/ui/table/row-actions.tsx';
import type { Token } from '../contract.ts';

type TokenActions = {
  inBatch: boolean;
  onEdit: () => void;
  onToggle: () => void;
};

/** Returns what can be done with a token; a used one is only activated or deactivated. */
export function tokenActions(
  { used, status, batch_id }: Token,
  { inBatch, onEdit, onToggle }: TokenActions,
): RowAction[] {
  const own =
    used > 0
      ? { label: 'Status', icon: PAUSE, menu: [status === 1 ? deactivate(onToggle) : activate(onToggle)] }
      : { label: 'Edit', icon: <IconPencil size={16} aria-hidden />, kept: true, onClick: onEdit };
  if (batch_id === null || inBatch) return [own];
  const icon = <IconStack2 size={16} aria-hidden />;
  return [own, { label: 'Show batch', icon, to: '/tokens', search: { batch_id } }];
}

const PAUSE = <IconPlayerPause size={16} aria-hidden />;

const deactivate = (onClick: () => void) => ({ label: 'Deactivate', icon: PAUSE, onClick });

const activate = (onClick: () => void) => ({
  label: 'Activate',
  icon: <IconPlayerPlay size={16} aria-hidden />,
  onClick,
});
