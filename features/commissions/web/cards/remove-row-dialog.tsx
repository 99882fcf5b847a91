import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../../web/ui/dialog/confirm-dialog.tsx';
import type { CommissionRow } from '../../ledger-contract.ts';
import { TYPE_LABELS } from '../../rules.ts';
import type { Group, GroupLevel, Heir } from '../levels/level.ts';
import { personOf } from '../levels/person.ts';

type RemoveRowDialogProps = {
  level: Pick<GroupLevel<Heir>, 'removeQuestion' | 'removeRow'>;
  row: CommissionRow;
  onRemoved: (group: Group) => void;
  onClose: () => void;
};

/** Asks before the server removes a stored row, which it does at once; a failure is shown here alone (section 8). */
export function RemoveRowDialog({ level, row, onRemoved, onClose }: RemoveRowDialogProps) {
  const whose = row.referrer_id ? ` of ${personOf(row)}` : '';
  return (
    <ConfirmDialog
      title={level.removeQuestion}
      confirmLabel="Remove"
      busyLabel="Removing…"
      danger
      onConfirm={async () => onRemoved(await level.removeRow(row.id))}
      onClose={onClose}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {TYPE_LABELS[row.type]}
        {row.code && ` ${row.code}`}
        {whose}, {row.commission}%. Removed now, for new sales only. Past transactions keep their split.
      </Text>
    </ConfirmDialog>
  );
}
