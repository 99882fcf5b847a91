import { implementRoutes } from '../../../server/http/routing.ts';
import { assignmentsOf, ordersOf, placesOf, switchesOf } from '../../../server/nouns/noun-handlers.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { siteCategoriesContract } from '../contract.ts';
import { pageOfSiteCategories, readSiteCategory, treeOfCategories } from './site-categories.ts';
import { siteCategoriesCsv } from './site-categories-csv.ts';
import { SITE_CATEGORY_ORDER, SITE_CATEGORY_PROGRAMS } from './site-category-noun.ts';
import { createSiteCategory, updateSiteCategory } from './site-category-saves.ts';
import { SITE_CATEGORY_SWITCHES } from './site-category-switches.ts';

const routes = implementRoutes(siteCategoriesContract);

export const siteCategoriesRoutes = routes.router({
  siteCategoriesCsv: routes.siteCategoriesCsv.handler(({ context, input }) =>
    pollExport(context, siteCategoriesCsv, input),
  ),
  categories: routes.categories.handler(({ context, input }) => treeOfCategories(context, input.program_id)),
  siteCategories: routes.siteCategories.handler(({ context, input }) => pageOfSiteCategories(context, input)),
  siteCategory: routes.siteCategory.handler(async ({ context, input }) => ({
    category: await readSiteCategory(context, input.id, input.program_id),
  })),
  createSiteCategory: routes.createSiteCategory.handler(async ({ context, input }) => ({
    category: await createSiteCategory(context, input.data),
  })),
  updateSiteCategory: routes.updateSiteCategory.handler(async ({ context, input }) => ({
    category: await updateSiteCategory(context, input.id, input.data),
  })),
  siteCategoryOrder: routes.siteCategoryOrder.handler(ordersOf(SITE_CATEGORY_ORDER).read),
  unplacedSiteCategories: routes.unplacedSiteCategories.handler(ordersOf(SITE_CATEGORY_ORDER).unplaced),
  saveSiteCategoryOrder: routes.saveSiteCategoryOrder.handler(ordersOf(SITE_CATEGORY_ORDER).save),
  setSiteCategoryDisplayOrder: routes.setSiteCategoryDisplayOrder.handler(
    placesOf(SITE_CATEGORY_PROGRAMS).order,
  ),
  siteCategoryPrograms: routes.siteCategoryPrograms.handler(assignmentsOf(SITE_CATEGORY_PROGRAMS).read),
  saveSiteCategoryPrograms: routes.saveSiteCategoryPrograms.handler(
    assignmentsOf(SITE_CATEGORY_PROGRAMS).save,
  ),
  switchSiteCategories: routes.switchSiteCategories.handler(switchesOf(SITE_CATEGORY_SWITCHES)),
});
