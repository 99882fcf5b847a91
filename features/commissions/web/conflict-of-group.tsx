import { ConflictNotice } from '../../../web/ui/conflict-notice.tsx';
import type { Failure } from '../../../web/ui/failure.ts';
import { draftOf, ruleRows } from './group-draft.ts';
import type { Group } from './level.ts';
import { SplitFigures } from './split-figures.tsx';
import type { GroupCardState } from './use-group-card.ts';

type ConflictOfGroupProps = { card: GroupCardState; failure: Failure; theirs: Group };

/** Somebody else saved the group first: their split beside one's own, and the choice between the two. */
export function ConflictOfGroup({ card, failure, theirs }: ConflictOfGroupProps) {
  return (
    <ConflictNotice
      conflict={failure.conflict}
      busy={card.busy !== null}
      onLoadTheirs={card.loadTheirs}
      onKeepMine={() => void card.keepMine()}
    >
      <SplitFigures rows={ruleRows(draftOf(theirs).rows)} />
    </ConflictNotice>
  );
}
