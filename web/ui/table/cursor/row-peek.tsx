import { Fragment, type ReactNode } from 'react';
import { Dialog, DialogFooter } from '../../dialog/dialog.tsx';
import type { Column } from '../column.ts';
import { SpreadActions } from '../row-actions.tsx';
import classes from './row-peek.module.css';

type RowPeekProps<Row> = {
  columns: readonly Column<Row>[];
  row: Row;
  /** Goes to the row before (−1) or after (1). */
  onStep: (by: -1 | 1) => void;
  onClose: () => void;
  /** Called before an action of the row is taken. */
  onTake: () => void;
  /** The row, to which the focus returns. */
  returnTo: () => HTMLElement | null;
};

/** All that a list knows of a row, and all that can be done with it; J and K go on, Space closes. */
export function RowPeek<Row>({ columns, row, onStep, onClose, onTake, returnTo }: RowPeekProps<Row>) {
  const name = columns.find(({ rowHeader }) => rowHeader);
  const facts = columns.filter(({ rowHeader, hiddenHeader, head }) => !rowHeader && !hiddenHeader && !head);
  const actions = columns.filter(({ hiddenHeader }) => hiddenHeader);
  return (
    <Dialog title="Details" onClose={onClose} returnTo={returnTo}>
      <div
        role="presentation"
        onKeyDown={(event) => {
          const { key, target, ctrlKey, metaKey, altKey } = event;
          if (ctrlKey || metaKey || altKey || (target instanceof Element && target.closest('input'))) return;
          if (key === 'j' || key === 'k') onStep(key === 'j' ? 1 : -1);
          else if (key === ' ' && !(target instanceof Element && target.closest('button, a'))) onClose();
          else return;
          event.preventDefault();
        }}
      >
        {/* So that the first key is none of a button. */}
        <div className={classes.name} tabIndex={-1} data-autofocus>
          {name?.cell(row)}
        </div>
        <dl className={classes.facts}>
          {facts.map(({ key, header, unit, cell }) => (
            <Fact key={key} header={header} unit={unit}>
              {cell(row)}
            </Fact>
          ))}
        </dl>
        {actions.some(({ cell }) => Boolean(cell(row))) && (
          <DialogFooter>
            <div className={classes.actions}>
              <SpreadActions value={onTake}>
                {actions.map(({ key, cell }) => (
                  <Fragment key={key}>{cell(row)}</Fragment>
                ))}
              </SpreadActions>
            </div>
          </DialogFooter>
        )}
      </div>
    </Dialog>
  );
}

type FactProps = { header: string; unit: string | undefined; children: ReactNode };

function Fact({ header, unit, children }: FactProps) {
  const isEmpty = children === null || children === undefined || children === '' || children === false;
  return (
    <div>
      <dt>{header}</dt>
      <dd>
        {isEmpty ? '–' : children} {!isEmpty && unit}
      </dd>
    </div>
  );
}
