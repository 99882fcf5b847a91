import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import { payeeOf } from '../rules.ts';
import { type NamedPayee, readPayee } from './calls.ts';

export const payeeDialogs = dialogsOf<NamedPayee, object, 'transactions' | 'pay' | 'details'>({
  noun: 'payee',
  read: readPayee,
  dialogs: {
    transactions: {
      load: () => import('./payee-transactions-dialog.tsx').then((m) => m.PayeeTransactionsDialog),
    },
    details: {
      refusal: ({ id }) =>
        payeeOf(id)?.user_id == null ? 'Programs and the site have no payout details.' : null,
      load: () => import('./payee-details-dialog.tsx').then((m) => m.PayeeDetailsDialog),
    },
    pay: {
      access: { role: 'superadmin' },
      load: () => import('./pay-payees-dialog.tsx').then((m) => m.PayOneDialog),
    },
  },
});
