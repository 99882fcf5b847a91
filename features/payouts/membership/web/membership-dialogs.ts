import { dialogsOf } from '../../../../web/parts/dialogs-of.tsx';
import { type NamedRow, readNamed } from './calls.ts';
import type { Beside } from './payable.ts';

export const membershipDialogs = dialogsOf<NamedRow, Beside, 'transactions' | 'pay'>({
  noun: 'instructor',
  read: readNamed,
  dialogs: {
    transactions: {
      load: () => import('./attendances-dialog.tsx').then((m) => m.AttendancesDialog),
    },
    pay: {
      access: { role: 'superadmin' },
      wants: ({ payable }) => ('against' in payable ? payable.against : null),
      load: () => import('./pay-membership-dialog.tsx').then((m) => m.PayOneDialog),
    },
  },
});
