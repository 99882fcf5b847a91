import { implementRoutes } from '../../../server/http/routing.ts';
import { archivesOf, translationsOf } from '../../../server/nouns/noun-handlers.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { landingPagesContract } from '../contract.ts';
import { LANDING_PAGE_ARCHIVES } from './landing-page-archives.ts';
import { LANDING_PAGE_TEXTS } from './landing-page-noun.ts';
import { createLandingPage, updateLandingPage } from './landing-page-saves.ts';
import { pageOfLandingPages, readLandingPage } from './landing-pages.ts';
import { landingPagesCsv } from './landing-pages-csv.ts';
import { previewStored, previewTyped } from './previews.ts';

const routes = implementRoutes(landingPagesContract);
const texts = translationsOf(LANDING_PAGE_TEXTS);
const archives = archivesOf(LANDING_PAGE_ARCHIVES);

export const landingPagesRoutes = routes.router({
  landingPagesCsv: routes.landingPagesCsv.handler(({ context, input }) =>
    pollExport(context, landingPagesCsv, input),
  ),
  landingPages: routes.landingPages.handler(({ context, input }) => pageOfLandingPages(context, input)),
  landingPage: routes.landingPage.handler(async ({ context, input }) => ({
    page: await readLandingPage(context, input.id),
  })),
  createLandingPage: routes.createLandingPage.handler(async ({ context, input }) => ({
    page: await createLandingPage(context, input),
  })),
  updateLandingPage: routes.updateLandingPage.handler(async ({ context, input }) => ({
    page: await updateLandingPage(context, input),
  })),
  landingPageTranslations: routes.landingPageTranslations.handler(texts.read),
  saveLandingPageTranslations: routes.saveLandingPageTranslations.handler(texts.save),
  previewStoredLandingPage: routes.previewStoredLandingPage.handler(({ context, input }) =>
    previewStored(context, input),
  ),
  previewLandingPage: routes.previewLandingPage.handler(({ context, input }) => previewTyped(context, input)),
  duplicateLandingPage: routes.duplicateLandingPage.handler(archives.duplicate),
  archiveLandingPage: routes.archiveLandingPage.handler(archives.archive),
  restoreLandingPage: routes.restoreLandingPage.handler(archives.restore),
  archiveLandingPages: routes.archiveLandingPages.handler(archives.many),
});
