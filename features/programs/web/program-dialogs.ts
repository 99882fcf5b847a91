import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import { programsContract } from '../contract.ts';
import { readSiteProgram } from './calls.ts';

const shared = () => import('./program-shared-dialogs.tsx');
const accessOf = (route: keyof typeof programsContract) => programsContract[route]['~orpc'].meta.access;

/** Dialogs of a program; `edit` shows the details to staff who may not change it. */
export const programDialogs = dialogsOf({
  noun: 'program',
  read: readSiteProgram,
  dialogs: {
    add: {
      isNew: true,
      access: accessOf('createProgram'),
      load: () => import('./edit-program-dialog.tsx').then((m) => m.AddProgramDialog),
    },
    edit: { load: () => import('./program-dialog.tsx').then((m) => m.ProgramDialog) },
    tags: {
      access: accessOf('saveProgramTags'),
      load: () => import('./tags-dialog.tsx').then((m) => m.TagsDialog),
    },
    translations: {
      access: accessOf('saveProgramTranslations'),
      load: () => shared().then((m) => m.ProgramTranslations),
    },
    defaults: {
      access: accessOf('saveProgramDefaults'),
      load: () => shared().then((m) => m.ProgramDefaults),
    },
    subscriptions: {
      access: accessOf('saveProgramSubscriptions'),
      load: () => import('./subscriptions-dialog.tsx').then((m) => m.SubscriptionsDialog),
    },
  },
});
export type ProgramDialogName = keyof typeof programDialogs.address;
