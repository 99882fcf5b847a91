import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { useActor } from '../../../../web/session.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import {
  type CommissionType,
  INSTRUCTOR,
  mayEditType,
  PROGRAM,
  PROGRAM_NOT_SET,
  TYPE_LABELS,
} from '../../rules.ts';
import type { GroupLevel, Heir } from '../levels/level.ts';
import type { CardDialog } from './card-dialogs.ts';
import { type GroupDraft, hasType } from './draft/group-draft.ts';
import classes from './group-card.module.css';

type AddRowButtonsProps<Owner extends Heir> = {
  level: GroupLevel<Owner>;
  owner: Owner;
  draft: GroupDraft;
  busy: boolean;
  onAdd: (type: CommissionType) => void;
  onOpen: (dialog: CardDialog) => void;
};

export function AddRowButtons<Owner extends Heir>(props: AddRowButtonsProps<Owner>) {
  const { level, owner, draft, busy, onAdd, onOpen } = props;
  const actor = useActor();
  const why = useId();
  const missing = level.addable.filter(
    // Nobody edits the instructor's part, but whoever edits the group may have it shown.
    (type) => !hasType(draft, type) && (type === INSTRUCTOR || mayEditType(actor, type)),
  );
  const look = {
    size: 'compact-sm',
    variant: 'subtle',
    ...unavailable(busy),
    leftSection: <IconPlus size={14} aria-hidden />,
  };
  return (
    <div className={classes.add}>
      <Button {...look} data-add onClick={() => !busy && onOpen('referral')}>
        Add referral
      </Button>
      {level.referInstructor && mayEditType(actor, PROGRAM) && (
        <Button {...look} onClick={() => !busy && onOpen('refer')}>
          Program referral
        </Button>
      )}
      {missing.map((type) => {
        const pointless = type === PROGRAM && owner.program_id === 0;
        return (
          <span key={type} className={classes.addRow}>
            <Button
              {...look}
              color={pointless ? 'gray' : undefined}
              aria-describedby={pointless ? why : undefined}
              onClick={() => !busy && onAdd(type)}
            >
              {TYPE_LABELS[type]} commission
            </Button>
            {pointless && (
              <span id={why} className={classes.why}>
                {PROGRAM_NOT_SET}
              </span>
            )}
          </span>
        );
      })}
    </div>
  );
}
