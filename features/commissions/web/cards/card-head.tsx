import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { RecordLink } from '../../../../web/parts/records/record-link.tsx';
import { Clamped } from '../../../../web/ui/table/clamped.tsx';
import type { InheritedRow } from '../../ledger-contract.ts';
import type { GroupLevel, Heir } from '../levels/level.ts';
import { RecalculationChips } from '../recalculation/recalculation-chip.tsx';
import { ruleRows } from './draft/group-draft.ts';
import { wouldBeHeld } from './draft/inherited-rows.ts';
import classes from './group-card.module.css';
import { SplitFigures } from './split-figures.tsx';
import type { GroupCardState } from './use-group-card.ts';

type CardHeadProps<Owner extends Heir> = {
  level: GroupLevel<Owner>;
  owner: Owner;
  card: GroupCardState;
  inherited: readonly InheritedRow[];
  heading: string;
  onHistory: () => void;
  onSeeRecalculation: (id: number) => void;
};

export function CardHead<Owner extends Heir>(props: CardHeadProps<Owner>) {
  const { level, owner, card, inherited, heading, onHistory, onSeeRecalculation } = props;
  const named = inherited.map((row) => ({ ...row, source: `the ${row.level}` }));
  const sold = [...ruleRows(card.draft.rows), ...named];
  const held = card.faults.length === 0 ? wouldBeHeld(sold, owner.program_id) : null;
  return (
    <>
      <div className={classes.who}>
        <h2 id={heading} className={classes.title}>
          <RecordLink noun={level.page} id={owner.id}>
            <Clamped text={level.titleOf(owner)} />
          </RecordLink>
          {card.dirty && (
            <span className={classes.dot} title="Not saved yet">
              <VisuallyHidden>, has unsaved changes</VisuallyHidden>
            </span>
          )}
        </h2>
        <Text size="sm" c="dimmed" className={classes.detail}>
          #{owner.id} ·{' '}
          {level.detailsOf(owner).map(({ text, noun, id }) => (
            <Fragment key={noun}>
              <RecordLink noun={noun} id={id}>
                <Clamped text={text} />
              </RecordLink>{' '}
              ·{' '}
            </Fragment>
          ))}
          <UnstyledButton className={classes.history} onClick={onHistory}>
            History
          </UnstyledButton>
        </Text>
      </div>
      <div className={classes.split}>
        <SplitFigures rows={sold} />
        {held && <p className={classes.wouldBeHeld}>{held}</p>}
        <RecalculationChips
          recalculations={card.recalculations}
          onSee={onSeeRecalculation}
          onGone={card.recalculated}
        />
      </div>
    </>
  );
}
