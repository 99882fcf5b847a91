import { RecordDialog } from '../../../../web/parts/record-dialog.tsx';
import { reload } from '../calls.ts';
import type { GroupLevel, Heir } from '../levels/level.ts';
import { OwnerDialog } from '../levels/owner-dialog.tsx';
import type { CardDialog } from './card-dialogs.ts';

type AwayCardDialogProps<Owner extends Heir> = {
  level: GroupLevel<Owner>;
  dialog: CardDialog;
  id: number;
  onClose: () => void;
};

export function AwayCardDialog<Owner extends Heir>(props: AwayCardDialogProps<Owner>) {
  const { level, dialog, id, onClose } = props;
  const hasNone = dialog === 'refer' && !level.referInstructor;
  return (
    <RecordDialog
      noun={level.name}
      id={id}
      row={undefined}
      read={() => level.read(id)}
      refusal={() => (hasNone ? 'Only a program can refer instructors.' : null)}
      onClose={onClose}
    >
      {(owner) => (
        <OwnerDialog
          level={level}
          owner={owner}
          dialog={dialog}
          onAdded={() => void reload()}
          onClose={onClose}
        />
      )}
    </RecordDialog>
  );
}
