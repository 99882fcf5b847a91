import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import { readAdminUser } from './calls.ts';

const edit = () => import('./edit-admin-user-dialog.tsx').then((m) => m.EditAdminUserDialog);

export const adminUserDialogs = dialogsOf({
  noun: 'admin user',
  read: readAdminUser,
  dialogs: {
    add: { isNew: true, load: edit },
    edit: { load: edit },
    sign_in: {
      access: { role: 'superadmin' },
      refusal: ({ id }, { admin_id }) => (id === admin_id ? 'Your own sessions are on My account.' : null),
      load: () => import('./sign-in-dialog.tsx').then((m) => m.SignInDialog),
    },
    remove: {
      refusal: ({ id }, { admin_id }) => (id === admin_id ? "You can't remove your own account." : null),
      load: () => import('./remove-admin-user-dialog.tsx').then((m) => m.RemoveAdminUserDialog),
    },
  },
});
