import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import type { Token } from '../contract.ts';
import { type Beside, readToken } from './calls.ts';

const edit = () => import('./edit-token-dialog.tsx').then((m) => m.EditTokenDialog);

export const tokenDialogs = dialogsOf<Token, Beside, 'add' | 'edit'>({
  noun: 'token',
  read: readToken,
  dialogs: {
    add: { isNew: true, load: edit },
    edit: {
      refusal: ({ used }) =>
        used > 0 ? 'This LiL token is used. You can only activate or deactivate it.' : null,
      load: edit,
    },
  },
});
