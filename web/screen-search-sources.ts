import { adminUsersContract } from '../features/admin-users/contract.ts';
import { classesContract } from '../features/classes/contract.ts';
import { commissionsContract } from '../features/commissions/contract.ts';
import { eventsContract } from '../features/events/contract.ts';
import { giftCategoriesContract } from '../features/gift-categories/contract.ts';
import { programsContract } from '../features/programs/contract.ts';
import { transactionsContract } from '../features/transactions/contract.ts';
import { siteUsersContract } from '../features/users/contract.ts';
import { apiOf } from './api.ts';
import { Failure } from './ui/failure.ts';

const api = apiOf({
  adminUsers: adminUsersContract,
  classes: classesContract,
  commissions: commissionsContract,
  events: eventsContract,
  giftCategories: giftCategoriesContract,
  programs: programsContract,
  siteUsers: siteUsersContract,
  transactions: transactionsContract,
});
const { commissions } = api;

type Options = { signal: AbortSignal };
export type FoundRecord = { id: number; name: string };

/** A source of records, for those who may open its screen; the screen's `record` opens them. */
export type SearchSource = {
  screen: string;
  /** Name in the message of a failure: "Classes could not be searched". */
  plural: string;
  /** Searches by name; undefined where the records have none, or another source has the same. */
  find?: (name: string, options: Options) => Promise<FoundRecord[]>;
  /** Returns the name of a record by its id; fails with 404 where there is none to see. */
  read: (id: number, options: Options) => Promise<string>;
};

/** Sources in the order of their results. */
export const SEARCH_SOURCES: readonly SearchSource[] = [
  {
    screen: '/commissions/instructors',
    plural: 'Instructors',
    find: async (name, options) =>
      (await commissions.instructors.call({ name }, options)).instructors.map(personal),
    read: async (id, options) =>
      personal((await commissions.instructorCommission.call({ id }, options)).instructor).name,
  },
  {
    screen: '/users',
    plural: 'Users',
    find: async (name, options) =>
      (await api.siteUsers.userSearch.call({ name }, options)).users.map(({ id, full_string }) => ({
        id,
        name: full_string,
      })),
    read: async (id, options) => {
      const { user } = await api.siteUsers.siteUser.call({ id }, options);
      return personal(user).name || user.email;
    },
  },
  {
    screen: '/admins',
    plural: 'Admin users',
    find: async (name, options) =>
      (await api.adminUsers.adminUsers.call({ name }, options)).users.map(({ id, email }) => ({
        id,
        name: email,
      })),
    read: async (id, options) => (await api.adminUsers.adminUser.call({ id }, options)).user.email,
  },
  {
    screen: '/commissions/classes',
    plural: 'Classes',
    find: async (name, options) =>
      (await commissions.classCommissions.call({ name }, options)).classes.map(({ id, class_name }) => ({
        id,
        name: class_name,
      })),
    read: async (id, options) => (await commissions.classCommission.call({ id }, options)).class.class_name,
  },
  {
    screen: '/classes',
    plural: 'Classes of the catalogue',
    find: async (name, options) =>
      (await api.classes.classes.call({ name }, options)).classes.map(({ id, class_name }) => ({
        id,
        name: class_name,
      })),
    read: async (id, options) => (await api.classes.class.call({ id }, options)).class.class_name,
  },
  {
    screen: '/bundle-classes/:id',
    plural: 'Bundles',
    read: async (id, options) => (await api.classes.class.call({ id }, options)).class.class_name,
  },
  {
    screen: '/events',
    plural: 'Events',
    find: async (name, options) => (await api.events.events.call({ name }, options)).events,
    read: async (id, options) => (await api.events.event.call({ id }, options)).event.name,
  },
  {
    screen: '/commissions/programs',
    plural: 'Programs',
    find: async (name, options) => {
      const { programs } = await api.programs.programs.call({ page: 1, name, status: 'all' }, options);
      return programs.map(({ id, program_display_name }) => ({ id, name: program_display_name }));
    },
    read: async (id, options) =>
      (await commissions.programCommission.call({ id }, options)).program.program_display_name,
  },
  {
    screen: '/programs',
    plural: 'Programs as they are set up',
    find: async (name, options) => {
      const { programs } = await api.programs.programs.call({ page: 1, name, status: 'all' }, options);
      return programs.map(({ id, program_display_name }) => ({ id, name: program_display_name }));
    },
    read: async (id, options) =>
      (await api.programs.program.call({ id }, options)).program.program_display_name,
  },
  {
    screen: '/giveaways/categories',
    plural: 'Categories',
    find: async (name, options) =>
      (await api.giftCategories.giftCategories.call({ name }, options)).categories,
    read: async (id, options) => (await api.giftCategories.giftCategory.call({ id }, options)).category.name,
  },
  {
    screen: '/commissions/held',
    plural: 'Charges',
    read: async (id, options) => (await commissions.explainCharge.call({ id }, options)).charge.class_name,
  },
  {
    screen: '/transactions',
    plural: 'Transactions',
    read: async (id, options) => {
      const { transactions } = await api.transactions.transactions.call({ id }, options);
      const [found] = transactions;
      if (!found) throw new Failure(404, { message: 'Not found' });
      return found.class_name ?? found.description;
    },
  },
];

function personal({
  id,
  first_name,
  last_name,
}: {
  id: number;
  first_name: string;
  last_name: string;
}): FoundRecord {
  return { id, name: `${first_name} ${last_name}`.trim() };
}
