import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../../web/ui/dialog/confirm-dialog.tsx';
import type { GiftProduct } from '../contract.ts';
import { prizeOf } from './prize-words.ts';

type Question = { products: readonly GiftProduct[]; go: () => void };

/** Asks before products are archived that events still give; others are archived at once. */
export function useAskBeforeArchiving() {
  const [question, setQuestion] = useState<Question | null>(null);
  /** Sends what was confirmed once the dialog has given the focus back, which the row that leaves takes with it. */
  const confirmed = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (question !== null) return;
    const go = confirmed.current;
    confirmed.current = null;
    go?.();
  }, [question]);
  return {
    ask: (products: readonly GiftProduct[], go: () => void) => {
      const given = products.filter(({ prize_of }) => prize_of.length > 0);
      if (given.length === 0) go();
      else setQuestion({ products: given, go });
    },
    element: question && (
      <AskDialog
        {...question}
        go={() => {
          confirmed.current = question.go;
        }}
        onClose={() => setQuestion(null)}
      />
    ),
  };
}

function AskDialog({ products, go, onClose }: Question & { onClose: () => void }) {
  const [first] = products;
  const one = products.length === 1 && first !== undefined;
  return (
    <ConfirmDialog
      title={one ? 'Archive product' : `Archive ${products.length} products that events still give`}
      {...(one && { name: first.name })}
      confirmLabel="Archive"
      onConfirm={go}
      onClose={onClose}
    >
      {`${one ? 'It is' : 'They are'} the prize of ${prizeOf(products)}, which ${products.flatMap(({ prize_of }) => prize_of).length === 1 ? 'keeps' : 'keep'} it. New events can't choose it.`}
    </ConfirmDialog>
  );
}
