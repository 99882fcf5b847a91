import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import type { Transaction } from '../contract.ts';
import type { Beside } from './calls.ts';
import { readTransaction } from './calls.ts';

export const transactionDialogs = dialogsOf<Transaction, Beside, 'refund'>({
  noun: 'transaction',
  read: readTransaction,
  dialogs: {
    refund: {
      access: { area: 'money' },
      refusal: ({ amount, refund_available }) =>
        amount > 0 && refund_available > 0 ? null : 'Nothing is left to refund on this transaction.',
      load: () => import('./refund-dialog.tsx').then((m) => m.RefundDialog),
    },
  },
});
