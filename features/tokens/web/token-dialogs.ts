import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import { readToken } from './calls.ts';

const edit = () => import('./edit-token-dialog.tsx').then((m) => m.EditTokenDialog);

export const tokenDialogs = dialogsOf({
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
