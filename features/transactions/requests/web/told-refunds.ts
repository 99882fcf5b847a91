import { runToast } from '../../../../web/ui/queue/run-toast.ts';
import { REFUNDED_BY_HAND } from '../../refunds/rules.ts';

type Told = { by_hand: 0 | 1 };

export const tellRefunded = runToast<Told>({
  words: (refunds) => {
    const byHand = refunds.filter(({ by_hand }) => by_hand === 1).length;
    if (refunds.length === 1) return byHand ? REFUNDED_BY_HAND : 'Refunded. Wait for data update';
    const hand =
      byHand > 0 ? `. By hand: return ${byHand === refunds.length ? 'the money' : byHand} yourself` : '';
    return `${refunds.length.toLocaleString()} refunded. Wait for data update${hand}`;
  },
});

export const tellRejected = runToast<{ id: number }>({
  words: ({ length }) =>
    `${length === 1 ? 'Rejected' : `${length.toLocaleString()} rejected`}. Wait for data update`,
});
