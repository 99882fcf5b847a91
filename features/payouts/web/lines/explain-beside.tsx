import { CloseButton, Group } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { SharedPart } from '../../../../web/screen.ts';
import { useMayAccess } from '../../../../web/session.tsx';
import { OwnEscape } from '../../../../web/ui/dialog/own-escape.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { actionsColumn, RowActions } from '../../../../web/ui/table/row-actions.tsx';
import type { PayoutTransaction } from '../../payout-transaction.ts';
import classes from './explain-beside.module.css';
import { lineName } from './line-columns.tsx';

export function useExplainBeside() {
  const may = useMayAccess({ area: 'commissions' });
  const [charge, setCharge] = useState<number | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const close = () => {
    setCharge(null);
    opener.current?.focus();
  };
  const column = actionsColumn<PayoutTransaction>((line) => {
    const { charge_id, split } = line;
    if (charge_id === null || split === null) return null;
    const open = () => {
      opener.current = document.activeElement as HTMLElement | null;
      setCharge(charge_id);
    };
    return (
      <RowActions
        of={`#${charge_id} ${lineName(line)}`}
        actions={[{ label: 'Explain', icon: <IconHelpCircle size={16} aria-hidden />, onClick: open }]}
      />
    );
  });
  return {
    columns: (may ? [column] : []) satisfies Column<PayoutTransaction>[],
    size: charge === null ? 'min(72rem, 96vw)' : 'min(96rem, 96vw)',
    beside: (lines: ReactNode) => (
      <div className={classes.both} data-explained={charge !== null || undefined}>
        <div className={classes.lines}>{lines}</div>
        {charge !== null && (
          <aside className={classes.panel} aria-label={`How transaction #${charge} was split`}>
            <OwnEscape key={charge} onEscape={close}>
              <Group justify="space-between" wrap="nowrap" mb="xs">
                <h3 ref={takeFocus} tabIndex={-1} className={classes.title}>
                  How transaction #{charge} was split
                </h3>
                <CloseButton aria-label="Close the explanation" onClick={close} />
              </Group>
              <Suspense>
                <SharedPart part="explainCharge" id={charge} />
              </Suspense>
            </OwnEscape>
          </aside>
        )}
      </div>
    ),
  };
}

/** Milliseconds after which a menu that was chosen from has given the focus back. */
const AFTER_MENU_MS = 50;

function takeFocus(heading: HTMLElement | null) {
  heading?.focus();
  const timer = setTimeout(() => heading?.focus(), AFTER_MENU_MS);
  return () => clearTimeout(timer);
}
