import { ConflictNotice } from '../../../../web/ui/form/conflict-notice.tsx';
import { draftOf, ruleRows } from './draft/group-draft.ts';
import { clashInWords } from './draft/group-merge.ts';
import { SplitFigures } from './split-figures.tsx';
import type { GroupCardState, Problem } from './use-group-card.ts';

type ConflictOfGroupProps = { card: GroupCardState; problem: Problem };

export function ConflictOfGroup({ card, problem }: ConflictOfGroupProps) {
  const { failure, theirs, choices } = problem;
  const group = typeof theirs === 'object' ? theirs : null;
  return (
    <ConflictNotice
      conflict={failure.conflict}
      theirs={theirs === 'gone' || theirs === 'unread' ? theirs : 'read'}
      busy={card.busy !== null}
      clashes={card.clashes.map((clash) => clashInWords(clash, card.draft, group ?? card.draft.base))}
      choices={choices}
      onChoose={card.choose}
      onLoadTheirs={card.loadTheirs}
      onKeepMine={() => void card.keepMine()}
      onRead={() => void card.readTheirs()}
    >
      {group && <SplitFigures rows={ruleRows(draftOf(group).rows)} />}
    </ConflictNotice>
  );
}
