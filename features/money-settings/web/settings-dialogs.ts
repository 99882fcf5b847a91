import { whyNotYours } from '../../../core/second-approver.ts';
import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import type { MoneySettingsAnswer } from '../contract.ts';
import { type Beside, readWaiting } from './calls.ts';

const access = { role: 'superadmin' } as const;

/** Dialogs of superadmins for the rules of money; a waiting change is known by its id. */
export const settingsDialogs = dialogsOf<MoneySettingsAnswer, Beside, 'edit' | 'approve' | 'reject'>({
  noun: 'pending change',
  read: readWaiting,
  dialogs: {
    edit: {
      access,
      isNew: true,
      load: () => import('./edit-money-settings-dialog.tsx').then((m) => m.EditMoneySettingsDialog),
    },
    approve: {
      access,
      refusal: ({ pending }: MoneySettingsAnswer) => {
        const why = pending && whyNotYours(pending);
        return why && `${why}.`;
      },
      load: () => import('./decide-change-dialogs.tsx').then((m) => m.ApproveChangeDialog),
    },
    reject: {
      access,
      load: () => import('./decide-change-dialogs.tsx').then((m) => m.RejectChangeDialog),
    },
  },
});
