import { useState } from 'react';
import type { Event } from '../../contract.ts';
import { isDrawn } from '../../rules.ts';
import { DrawResultDialog } from './draw-result-dialog.tsx';
import { DrawWinnerDialog } from './draw-winner-dialog.tsx';

export function DrawDialog(props: { record: Event; onClose: () => void }) {
  const [isOver] = useState(() => isDrawn(props.record));
  return isOver ? <DrawResultDialog {...props} /> : <DrawWinnerDialog {...props} />;
}
