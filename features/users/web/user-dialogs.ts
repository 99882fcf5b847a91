import { mayTouch } from '../../../core/access.ts';
import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import { coinsContract } from '../coins/contract.ts';
import { siteUsersContract } from '../contract.ts';
import { isErased, teaches } from '../rules.ts';
import { type Person, readUser } from './calls.ts';

const forms = () => import('./edit-user-dialog.tsx');
const programs = () => import('./user-programs-dialogs.tsx');
const deletedRefusal = (user: Person) => (user.del_status === 1 ? 'This user has been deleted.' : null);
const erasedRefusal = (user: Person) => (isErased(user) ? 'This user has been erased.' : null);

export const userDialogs = dialogsOf({
  noun: 'user',
  read: async (id: number): Promise<Person> => readUser(id),
  may: (actor, { site_program }: Person) => mayTouch(actor, { program_id: site_program ?? 0 }),
  dialogs: {
    add: { isNew: true, load: () => forms().then((m) => m.AddUserDialog) },
    edit: { refusal: erasedRefusal, load: () => forms().then((m) => m.EditUserDialog) },
    lilt: {
      access: coinsContract.grantCoins['~orpc'].meta.access,
      refusal: deletedRefusal,
      load: () => import('../coins/web/coins-dialog.tsx').then((m) => m.CoinsDialog),
    },
    entries: { page: 'user', section: 'entries' },
    login: {
      refusal: (user) => deletedRefusal(user) ?? (user.site_program ? null : 'This user has no program.'),
      load: () => import('../login-as/web/login-as-dialog.tsx').then((m) => m.LoginAsDialog),
    },
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
