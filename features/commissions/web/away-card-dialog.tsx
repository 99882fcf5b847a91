import { RecordDialog } from '../../../web/parts/record-dialog.tsx';
import { AddReferralDialog } from './add-referral-dialog.tsx';
import type { CardDialog } from './card-dialogs.ts';
import { HistoryDialog } from './history-dialog.tsx';
import type { GroupLevel, Heir } from './level.ts';
import { ReferInstructorDialog } from './refer-instructor-dialog.tsx';
import { reloadCommissions } from './reload-commissions.ts';

type AwayCardDialogProps<Owner extends Heir> = {
  level: GroupLevel<Owner>;
  dialog: CardDialog;
  id: number;
  onClose: () => void;
};

/** A dialog of a card that the page does not hold: it is filtered away, or on another page. */
export function AwayCardDialog<Owner extends Heir>(props: AwayCardDialogProps<Owner>) {
  const { level, dialog, id, onClose } = props;
  const { referInstructor } = level;
  const dialogOf = (owner: Owner) => {
    const title = level.titleOf(owner);
    if (dialog === 'history')
      return <HistoryDialog level={level.name} owner_id={id} title={title} onClose={onClose} />;
    if (dialog === 'refer')
      return (
        <ReferInstructorDialog
          program={{ id, name: title }}
          onRefer={async (userId) => referInstructor?.(owner, userId)}
          onClose={onClose}
        />
      );
    return (
      <AddReferralDialog
        level={level}
        id={id}
        owner={title}
        program_id={level.referralProgram?.(owner)}
        onAdded={() => void reloadCommissions()}
        onClose={onClose}
      />
    );
  };
  return (
    <RecordDialog
      noun={level.name}
      id={id}
      row={undefined}
      read={() => level.read(id)}
      refusal={() =>
        dialog === 'refer' && !referInstructor ? 'Only a program refers its instructors.' : null
      }
      onClose={onClose}
    >
      {dialogOf}
    </RecordDialog>
  );
}
