import { implementRoutes } from '../../../server/http/routing.ts';
import { switchesOf } from '../../../server/nouns/noun-handlers.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { siteUsersContract } from '../contract.ts';
import { createSiteUser, updateSiteUser } from './site-user-saves.ts';
import { SITE_USER_SWITCHES } from './site-user-switches.ts';
import { pageOfSiteUsers, readInstructor, readSiteUser } from './site-users.ts';
import { siteUsersCsv } from './site-users-csv.ts';
import { readTimezones } from './timezones.ts';
import { readUserCategories } from './user-categories.ts';
import { instructorAsOf, userAsOf } from './user-history.ts';
import { lossesOfPrograms, readUserPrograms, saveUserPrograms } from './user-programs.ts';
import { searchUsers } from './user-search.ts';
import { readUserSites, saveUserSites } from './user-sites.ts';

const routes = implementRoutes(siteUsersContract);

export const siteUsersRoutes = routes.router({
  userSearch: routes.userSearch.handler(({ context, input }) => searchUsers(context, input)),
  instructor: routes.instructor.handler(async ({ context, input }) => ({
    instructor: await readInstructor(context, input.id),
  })),
  instructorAsOf: routes.instructorAsOf.handler(({ context, input }) => instructorAsOf(context, input)),
  timezones: routes.timezones.handler(({ context }) => readTimezones(context)),
  siteUsers: routes.siteUsers.handler(({ context, input }) => pageOfSiteUsers(context, input)),
  siteUsersCsv: routes.siteUsersCsv.handler(({ context, input }) => pollExport(context, siteUsersCsv, input)),
  siteUser: routes.siteUser.handler(async ({ context, input }) => ({
    user: await readSiteUser(context, input.id),
  })),
  siteUserAsOf: routes.siteUserAsOf.handler(({ context, input }) => userAsOf(context, input)),
  createSiteUser: routes.createSiteUser.handler(async ({ context, input }) => ({
    user: await createSiteUser(context, input.user_data),
  })),
  updateSiteUser: routes.updateSiteUser.handler(async ({ context, input }) => ({
    user: await updateSiteUser(context, input.id, input.user_data),
  })),
  siteUserCategories: routes.siteUserCategories.handler(({ context, input }) =>
    readUserCategories(context, input.id),
  ),
  siteUserSites: routes.siteUserSites.handler(({ context, input }) => readUserSites(context, input.id)),
  saveSiteUserSites: routes.saveSiteUserSites.handler(({ context, input }) => saveUserSites(context, input)),
  siteUserPrograms: routes.siteUserPrograms.handler(({ context, input }) =>
    readUserPrograms(context, input.id),
  ),
  saveSiteUserPrograms: routes.saveSiteUserPrograms.handler(({ context, input }) =>
    saveUserPrograms(context, input),
  ),
  siteUserCategoryLosses: routes.siteUserCategoryLosses.handler(({ context, input }) =>
    lossesOfPrograms(context, input),
  ),
  switchSiteUsers: routes.switchSiteUsers.handler(switchesOf(SITE_USER_SWITCHES)),
});
