import { mayTouch } from '../../../core/access.ts';
import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import { siteUsersContract } from '../contract.ts';
import { teaches } from '../rules.ts';
import { type Person, readUser } from './calls.ts';

const forms = () => import('./edit-user-dialog.tsx');
const programs = () => import('./user-programs-dialogs.tsx');

/** What can be done with a user. */
export const userDialogs = dialogsOf({
  noun: 'user',
  read: async (id: number): Promise<Person> => readUser(id),
  may: (actor, { site_program }: Person) => mayTouch(actor, { program_id: site_program ?? 0 }),
  dialogs: {
    add: { isNew: true, load: () => forms().then((m) => m.AddUserDialog) },
    edit: { load: () => forms().then((m) => m.EditUserDialog) },
    sites: {
      access: siteUsersContract.saveSiteUserSites['~orpc'].meta.access,
      load: () => programs().then((m) => m.SiteProgramsDialog),
    },
    programs: {
      access: siteUsersContract.saveSiteUserPrograms['~orpc'].meta.access,
      refusal: (user) => (teaches(user) ? null : 'Class programs are for instructors and organizations.'),
      load: () => programs().then((m) => m.ClassProgramsDialog),
    },
  },
});
export type UserDialog = keyof typeof userDialogs.address;
