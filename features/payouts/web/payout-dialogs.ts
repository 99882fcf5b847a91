import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import type { Payout } from '../batches/contract.ts';
import { readPayout } from './calls.ts';

export type PayoutDialogName = 'lines' | 'paid' | 'return';

const pays = { role: 'superadmin' } as const;

export const payoutDialogs = dialogsOf<Payout, object, PayoutDialogName>({
  noun: 'payout',
  read: readPayout,
  dialogs: {
    lines: { load: () => import('./paid-transactions-dialog.tsx').then((m) => m.PaidTransactionsDialog) },
    paid: {
      access: pays,
      refusal: ({ state }) =>
        state === 'made' ? null : 'Only a payout with status Made can be marked as paid.',
      load: () => import('./payout-arrived-dialog.tsx').then((m) => m.PayoutArrivedDialog),
    },
    return: {
      access: pays,
      refusal: ({ state, method }) =>
        method !== 'elsewhere' && (state === 'made' || state === 'paid')
          ? null
          : 'Only a payout with status Made or Paid can be returned.',
      load: () => import('./return-payout-dialog.tsx').then((m) => m.ReturnPayoutDialog),
    },
  },
});
