import { AddReferralDialog } from '../cards/add-referral-dialog.tsx';
import type { CardDialog } from '../cards/card-dialogs.ts';
import { HistoryDialog } from '../explain/history-dialog.tsx';
import type { Group, GroupLevel, Heir } from './level.ts';
import { ReferInstructorDialog } from './refer-instructor-dialog.tsx';

type OwnerDialogProps<Owner extends Heir> = {
  level: GroupLevel<Owner>;
  owner: Owner;
  dialog: CardDialog;
  onAdded: (group: Group) => void;
  onClose: () => void;
};

export function OwnerDialog<Owner extends Heir>(props: OwnerDialogProps<Owner>) {
  const { level, owner, dialog, onAdded, onClose } = props;
  const { id } = owner;
  const { referInstructor } = level;
  const title = level.titleOf(owner);
  switch (dialog) {
    case 'history':
      return <HistoryDialog level={level.name} owner_id={id} title={title} onClose={onClose} />;
    case 'refer':
      return (
        referInstructor && (
          <ReferInstructorDialog
            program={{ id, name: title }}
            onRefer={(userId) => referInstructor(owner, userId)}
            onClose={onClose}
          />
        )
      );
    case 'referral':
      return (
        <AddReferralDialog
          level={level}
          id={id}
          owner={title}
          program_id={level.referralProgram?.(owner)}
          onAdded={onAdded}
          onClose={onClose}
        />
      );
  }
}
