import { dialogsOf } from '../../../../web/parts/dialogs-of.tsx';
import type { UnmatchedPayment } from '../contract.ts';
import { type Beside, readPayment } from './calls.ts';
import { whoDecided } from './payment-words.ts';

export const unmatchedDialogs = dialogsOf<UnmatchedPayment, Beside, 'match' | 'dismiss'>({
  noun: 'payment',
  read: readPayment,
  dialogs: {
    match: {
      refusal: (payment) => whoDecided(payment) ?? cannotBeBooked(payment),
      load: () => import('./match-dialog.tsx').then((m) => m.MatchDialog),
    },
    dismiss: {
      refusal: whoDecided,
      load: () => import('./dismiss-dialog.tsx').then((m) => m.DismissDialog),
    },
  },
});

function cannotBeBooked({ missing, currency }: UnmatchedPayment): string | null {
  if (missing.includes('payment')) return 'This payment is another transaction’s. Dismiss this sale.';
  return missing.includes('currency') ? `Nothing is sold in ${currency}. Dismiss this payment.` : null;
}
