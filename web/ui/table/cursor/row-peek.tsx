import { Fragment, type ReactNode, useRef } from 'react';
import { Dialog, DialogFooter } from '../../dialog/dialog.tsx';
import { CopyId } from '../../record/copy-id.tsx';
import type { Column } from '../column.ts';
import { SpreadActions } from '../row-actions.tsx';
import { actionOf } from './row-keys.ts';
import classes from './row-peek.module.css';

type RowPeekProps<Row> = {
  columns: readonly Column<Row>[];
  row: Row;
  children?: ReactNode;
  /** Goes to the row before (−1) or after (1); returns false where there is none. */
  onStep: (by: -1 | 1) => boolean;
  onClose: () => void;
  /** Called before an action of the row is taken. */
  onTake: () => void;
  /** The row, to which the focus returns. */
  returnTo: () => HTMLElement | null;
};

/** All that a list knows of a row, and all that can be done with it; J and K go on, letters take its actions, Space closes. */
export function RowPeek<Row>(props: RowPeekProps<Row>) {
  const { columns, row, children, onStep, onClose, onTake, returnTo } = props;
  const isStaying = useRef(false);
  const name = columns.find(({ rowHeader }) => rowHeader);
  const facts = columns.filter(({ rowHeader, hiddenHeader, head }) => !rowHeader && !hiddenHeader && !head);
  const actions = columns.filter(({ hiddenHeader }) => hiddenHeader);
  const act = (dialog: Element, key: string) => {
    const control = actionOf(dialog, key);
    if (!control) return false;
    isStaying.current = control.dataset.goesOn !== undefined;
    control.click();
    if (isStaying.current && !onStep(1)) onTake();
    isStaying.current = false;
    return true;
  };
  return (
    <Dialog title="Details" onClose={onClose} returnTo={returnTo} size={children ? 'xl' : undefined}>
      <div
        role="presentation"
        onKeyDown={(event) => {
          const { key, target, currentTarget, ctrlKey, metaKey, altKey } = event;
          if (ctrlKey || metaKey || altKey || (target instanceof Element && target.closest('input'))) return;
          if (key === 'j' || key === 'k') onStep(key === 'j' ? 1 : -1);
          else if (key === ' ' && !(target instanceof Element && target.closest('button, a'))) onClose();
          else if (!act(currentTarget, key)) return;
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
              {copied(key, cell(row))}
            </Fact>
          ))}
        </dl>
        {children}
        {actions.some(({ cell }) => Boolean(cell(row))) && (
          <DialogFooter>
            <div className={classes.actions}>
              <SpreadActions value={() => !isStaying.current && onTake()}>
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

/** The id of the row is there to be copied. */
function copied(key: string, value: ReactNode): ReactNode {
  return key === 'id' && typeof value === 'number' ? <CopyId id={value} /> : value;
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
