import { type Actor, isGlobal, mayTouch } from '../../../core/access.ts';
import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import { classesContract, type ListedClass } from '../contract.ts';
import { readListed } from './calls.ts';

type InProgram = { program_id: number };

const shared = () => import('./class-shared-dialogs.tsx');

/** Dialogs of a class: staff of a program that only sells it can place, feature and tag it there, nothing else. */
export const classDialogs = dialogsOf({
  noun: 'class',
  read: (id: number, { program_id }: InProgram) => readListed(id, program_id),
  dialogs: {
    add: { isNew: true, load: () => import('./add-class-dialog.tsx').then((m) => m.AddClassDialog) },
    bundle: { isNew: true, load: () => import('./add-class-dialog.tsx').then((m) => m.AddBundleDialog) },
    edit: {
      refusal: awayFromHome,
      load: () => import('./edit-class-dialog.tsx').then((m) => m.EditClassDialog),
    },
    programs: {
      access: classesContract.saveClassPrograms['~orpc'].meta.access,
      load: () => import('./class-programs-dialog.tsx').then((m) => m.ClassProgramsDialog),
    },
    comments: {
      refusal: awayFromHome,
      page: 'class',
      section: 'comments',
    },
    users: { page: 'class', section: 'users' },
    tags: {
      refusal: (_, actor) => (isGlobal(actor) ? 'Only admins of the program can tag its classes.' : null),
      load: () => shared().then((m) => m.ClassTags),
    },
    order: {
      wants: ({ program_id }) => (program_id > 0 ? null : 'Choose a program first: order is per program.'),
      load: () => shared().then((m) => m.ClassOrder),
    },
    arrange: { isNew: true, load: () => shared().then((m) => m.ArrangeClasses) },
    why: { load: () => import('./why-hidden-dialog.tsx').then((m) => m.WhyHiddenDialog) },
  },
});
export type ClassDialog = keyof typeof classDialogs.address;

/** Returns whether the class is the person's to edit; staff of programs that only sell it may not. */
export function isAtHome(record: ListedClass, actor: Actor): boolean {
  return mayTouch(actor, record);
}

function awayFromHome(record: ListedClass, actor: Actor): string | null {
  return isAtHome(record, actor) ? null : 'This class belongs to another program.';
}
