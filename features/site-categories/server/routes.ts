import { implementRoutes } from '../../../server/http/routing.ts';
import { assignmentsOf, ordersOf, placesOf } from '../../../server/nouns/noun-handlers.ts';
import { siteCategoriesContract } from '../contract.ts';
import { pageOfSiteCategories, readSiteCategory, treeOfCategories } from './site-categories.ts';
import { SITE_CATEGORY_ORDER, SITE_CATEGORY_PROGRAMS } from './site-category-noun.ts';
import { createSiteCategory, updateSiteCategory } from './site-category-saves.ts';

const routes = implementRoutes(siteCategoriesContract);

export const siteCategoriesRoutes = routes.router({
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
});
