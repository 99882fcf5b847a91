import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import { type NamedPayee, readPayee } from './calls.ts';

export const payeeDialogs = dialogsOf<NamedPayee, object, 'transactions' | 'pay'>({
  noun: 'payee',
  read: readPayee,
  dialogs: {
    transactions: {
      load: () => import('./payee-transactions-dialog.tsx').then((m) => m.PayeeTransactionsDialog),
    },
    pay: {
      access: { role: 'superadmin' },
      load: () => import('./pay-payees-dialog.tsx').then((m) => m.PayOneDialog),
    },
  },
});
