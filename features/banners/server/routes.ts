import { implementRoutes } from '../../../server/http/routing.ts';
import { archivesOf, translationsOf } from '../../../server/nouns/noun-handlers.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { bannersContract } from '../contract.ts';
import { BANNER_ARCHIVES } from './banner-archives.ts';
import { BANNER_TEXTS } from './banner-noun.ts';
import { createBanner, updateBanner } from './banner-saves.ts';
import { pageOfBanners, readBanner } from './banners.ts';
import { bannersCsv } from './banners-csv.ts';

const routes = implementRoutes(bannersContract);
const texts = translationsOf(BANNER_TEXTS);
const archives = archivesOf(BANNER_ARCHIVES);

export const bannersRoutes = routes.router({
  bannersCsv: routes.bannersCsv.handler(({ context, input }) => pollExport(context, bannersCsv, input)),
  banners: routes.banners.handler(async ({ context, input }) => ({
    banners: await pageOfBanners(context, input),
  })),
  banner: routes.banner.handler(async ({ context, input }) => ({
    banner: await readBanner(context, input.id),
  })),
  saveBanner: routes.saveBanner.handler(async ({ context, input }) => {
    const { id, ...data } = input;
    const key = context.headers.idempotency_key;
    return { banner: id === 0 ? await createBanner(context, data, key) : await updateBanner(context, input) };
  }),
  bannerTranslations: routes.bannerTranslations.handler(texts.read),
  saveBannerTranslations: routes.saveBannerTranslations.handler(texts.save),
  duplicateBanner: routes.duplicateBanner.handler(archives.duplicate),
  archiveBanner: routes.archiveBanner.handler(archives.archive),
  restoreBanner: routes.restoreBanner.handler(archives.restore),
  archiveBanners: routes.archiveBanners.handler(archives.many),
});
