/** Users of the program sites. Specification: Site users; Choosers. */
import { z } from 'zod';
import {
  counted,
  id,
  idsInQuery,
  moment,
  pathId,
  programFilter,
  textFilter,
  tickFilter,
  updatedAt,
} from '../../core/fields.ts';
import { type Filters, filterInput, pageInput } from '../../core/filters.ts';
import { asOfRoute } from '../../core/nouns/as-of-routes.ts';
import { switchRoute } from '../../core/nouns/switch-routes.ts';
import { route } from '../../core/route.ts';
import { categoryLosses } from '../classes/links-contract.ts';
import { polled, progress } from '../exports/contract.ts';
import { USERS_NOUNS } from './noun.ts';
import {
  instructor,
  newSiteUser,
  siteUser,
  siteUserChange,
  siteUserRow,
  userCategory,
} from './user-schemas.ts';

const access = { area: 'users' } as const;
/** Areas that pick users, and read the name of one by its id. */
const readers = { area: ['commissions', 'users', 'money', 'catalogue'] } as const;
const superadmin = { role: 'superadmin' } as const;

export const SITE_USER_SORTS = [
  'id',
  'name',
  'first_name',
  'last_name',
  'email',
  'user_type',
  'del_status',
  'status',
  'approved',
  'viewable',
  'membership',
  'program',
  'site_address',
  'timezone',
  'dateadded',
] as const;

export const SITE_USER_FILTERS = {
  program_id: { by: 'program', label: 'Program' },
  name: { by: 'words', label: 'ID, name or email' },
} as const satisfies Filters;

const byId = z.strictObject({ id: pathId });
const saved = z.object({ user: siteUser });
const programIds = z.array(id).max(10_000);
/** Ids per request; a URL holds no more. */
const MOST_ASKED = 1000;
const sites = z.object({
  /** Explicit assignments; `default_programs` are the home program, first, and those that come with it. */
  sites: z.array(z.int()),
  default_programs: z.array(z.int()),
  updated_at: moment,
});

export const siteUsersContract = {
  userSearch: route(readers, {
    method: 'GET',
    path: 'user-search',
    summary: 'At most 20 users whose name, email or id matches',
    input: z.strictObject({
      name: textFilter,
      program_id: programFilter,
      /** 1: only instructors and organisations, who may teach a class. */
      teaches: tickFilter,
    }),
    output: z.object({ users: z.array(z.object({ id: z.int(), full_string: z.string() })) }),
  }),
  instructor: route(readers, {
    method: 'GET',
    path: 'instructor/{id}',
    summary:
      'A user who teaches or is paid: an instructor, an organization, or a user with a share of a sale',
    input: byId,
    output: z.object({ instructor }),
  }),
  instructorAsOf: asOfRoute({ access: readers, path: 'instructor/{id}', called: 'an instructor' }),
  timezones: route('signed_in', {
    method: 'GET',
    path: 'timezones',
    summary: 'The time zones, each with the number that it keeps',
    input: z.strictObject({}),
    output: z.object({ timezones: z.array(z.object({ id: z.int(), name: z.string() })) }),
  }),
  siteUsers: route(access, {
    method: 'GET',
    path: 'site-users',
    reads: 'replica',
    summary: 'A page of users, including deleted ones',
    input: z.strictObject(pageInput(SITE_USER_FILTERS, SITE_USER_SORTS)),
    output: z.object({
      users: z.array(siteUserRow),
      ...counted,
      deleted: z.int(),
    }),
  }),
  siteUsersCsv: route(access, {
    method: 'GET',
    path: 'site-users/csv',
    stepUp: true,
    summary: 'The users of the list as a file; call again with file_name until it is complete',
    input: z.strictObject({ ...polled, ...filterInput(SITE_USER_FILTERS) }),
    output: progress,
  }),
  siteUser: route(access, {
    method: 'GET',
    path: 'site-user/{id}',
    summary: 'A user with all fields but the password',
    input: byId,
    output: saved,
  }),
  siteUserAsOf: asOfRoute({ access, path: 'site-user/{id}', called: 'a user' }),
  createSiteUser: route(access, {
    method: 'POST',
    path: 'site-user',
    summary: 'Create a user',
    input: z.strictObject({ user_data: newSiteUser }),
    output: saved,
    idempotent: true,
  }),
  updateSiteUser: route(access, {
    method: 'PATCH',
    path: 'site-user/{id}',
    summary: 'Change a user',
    input: z.strictObject({ id: pathId, user_data: siteUserChange }),
    output: saved,
  }),
  siteUserCategories: route(access, {
    method: 'GET',
    path: 'user/{id}/categories',
    summary: 'The categories of a user',
    input: byId,
    output: z.object({ categories: z.array(userCategory) }),
  }),
  siteUserSites: route(superadmin, {
    method: 'GET',
    path: 'user/{id}/sites',
    summary: 'The programs where a user can sign in',
    input: byId,
    output: sites,
  }),
  saveSiteUserSites: route(superadmin, {
    method: 'PATCH',
    path: 'user/{id}/sites',
    summary: 'Set the programs where a user can sign in besides the home program and its default programs',
    input: z.strictObject({ id: pathId, programs: programIds, updated_at: updatedAt }),
    output: sites,
  }),
  siteUserPrograms: route(superadmin, {
    method: 'GET',
    path: 'user/{id}/programs',
    summary: 'The programs that sell every class of an instructor or organization',
    input: byId,
    output: z.object({ programs: z.array(z.int()), updated_at: moment }),
  }),
  saveSiteUserPrograms: route(superadmin, {
    method: 'PATCH',
    path: 'user/{id}/programs',
    summary:
      'Set the programs that sell every class of an instructor or organization: adds missing class links, removes unedited ones',
    input: z.strictObject({ id: pathId, programs: programIds, updated_at: updatedAt }),
    output: z.object({
      programs: z.array(z.int()),
      linked: z.int(),
      unlinked: z.int(),
      category_losses: categoryLosses,
      updated_at: moment,
    }),
  }),
  siteUserCategoryLosses: route(superadmin, {
    method: 'GET',
    path: 'user/{id}/category-losses',
    summary: 'The categories that classes of an instructor would lose with these class programs',
    input: z.strictObject({
      id: pathId,
      programs: idsInQuery(MOST_ASKED).or(z.literal('').transform((): number[] => [])),
    }),
    output: categoryLosses,
  }),
  switchSiteUsers: switchRoute({ access, switches: USERS_NOUNS.site_user.switches, called: 'users' }),
};
