import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import type { Transaction } from '../contract.ts';
import { readTransaction } from './calls.ts';

/** What the screen is told once a refund has been asked for: the row shows it until the data has come. */
export type Beside = { onAsked: (id: number, words: string) => void };

export const transactionDialogs = dialogsOf<Transaction, Beside, 'refund'>({
  noun: 'transaction',
  read: readTransaction,
  dialogs: {
    refund: {
      access: { area: 'money' },
      refusal: ({ amount, refund_available }) =>
        amount > 0 && refund_available > 0 ? null : 'Nothing is left of this transaction to give back.',
      load: () => import('./refund-dialog.tsx').then((m) => m.RefundDialog),
    },
  },
});
