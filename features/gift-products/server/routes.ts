import { implementRoutes } from '../../../server/http/routing.ts';
import { archivesOf, assignmentsOf, translationsOf } from '../../../server/nouns/noun-handlers.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { giftProductsContract } from '../contract.ts';
import { searchClasses } from './class-search.ts';
import { GIFT_PRODUCT_ARCHIVES } from './gift-product-archives.ts';
import { GIFT_PRODUCT_PROGRAMS, GIFT_PRODUCT_TEXTS } from './gift-product-noun.ts';
import { createGiftProduct, updateGiftProduct } from './gift-product-saves.ts';
import { pageOfGiftProducts, readGiftProduct } from './gift-products.ts';
import { giftProductsCsv } from './gift-products-csv.ts';

const routes = implementRoutes(giftProductsContract);
const archives = archivesOf(GIFT_PRODUCT_ARCHIVES);

export const giftProductsRoutes = routes.router({
  giftProductsCsv: routes.giftProductsCsv.handler(({ context, input }) =>
    pollExport(context, giftProductsCsv, input),
  ),
  giftProducts: routes.giftProducts.handler(({ context, input }) => pageOfGiftProducts(context, input)),
  giftProduct: routes.giftProduct.handler(async ({ context, input }) => ({
    product: await readGiftProduct(context, input.id),
  })),
  createGiftProduct: routes.createGiftProduct.handler(async ({ context, input }) => ({
    product: await createGiftProduct(context, input.data),
  })),
  updateGiftProduct: routes.updateGiftProduct.handler(async ({ context, input }) => ({
    product: await updateGiftProduct(context, input),
  })),
  giftProductPrograms: routes.giftProductPrograms.handler(assignmentsOf(GIFT_PRODUCT_PROGRAMS).read),
  saveGiftProductPrograms: routes.saveGiftProductPrograms.handler(assignmentsOf(GIFT_PRODUCT_PROGRAMS).save),
  giftProductTranslations: routes.giftProductTranslations.handler(translationsOf(GIFT_PRODUCT_TEXTS).read),
  saveGiftProductTranslations: routes.saveGiftProductTranslations.handler(
    translationsOf(GIFT_PRODUCT_TEXTS).save,
  ),
  classSearch: routes.classSearch.handler(({ context, input }) => searchClasses(context, input)),
  duplicateGiftProduct: routes.duplicateGiftProduct.handler(archives.duplicate),
  archiveGiftProduct: routes.archiveGiftProduct.handler(archives.archive),
  restoreGiftProduct: routes.restoreGiftProduct.handler(archives.restore),
  archiveGiftProducts: routes.archiveGiftProducts.handler(archives.many),
});
