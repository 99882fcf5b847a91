/** Every route of the site contract with its case: a feature adds one line. */
import type { z } from 'zod';
import type { SiteRouteMeta } from '../../core/route.ts';
import { ITEM_SCHEMAS } from '../../core/sites/told.ts';
import { bannerReadsCases } from '../../features/banners/site-reads/server/site.cases.ts';
import { classReadsCases } from '../../features/classes/site-reads/server/site.cases.ts';
import { siteTeachingCases } from '../../features/classes/sites/server/site.cases.ts';
import { siteCodesCases } from '../../features/commissions/sites/server/site.cases.ts';
import { siteCouponsCases } from '../../features/coupons/sites/server/site.cases.ts';
import { siteErasureCases } from '../../features/erasures/sites/server/site.cases.ts';
import { eventReadsCases } from '../../features/events/site-reads/server/site.cases.ts';
import { productReadsCases } from '../../features/gift-products/site-reads/server/site.cases.ts';
import { sitePurchasesCases } from '../../features/gift-purchases/sites/server/site.cases.ts';
import { pageReadsCases } from '../../features/landing-pages/site-reads/server/site.cases.ts';
import { siteEarningsCases } from '../../features/payouts/site-earnings/server/site.cases.ts';
import { programReadsCases } from '../../features/programs/site-reads/server/site.cases.ts';
import { categoryReadsCases } from '../../features/site-categories/site-reads/server/site.cases.ts';
import { siteChangesCases } from '../../features/site-changes/server/site.cases.ts';
import { siteRecordsCases } from '../../features/site-records/server/site.cases.ts';
import { siteTokensCases } from '../../features/tokens/sites/server/site.cases.ts';
import { siteRefundRequestsCases } from '../../features/transactions/site-requests/server/site.cases.ts';
import { siteChargesCases } from '../../features/transactions/sites/server/site.cases.ts';
import { uploadsOfSitesCases } from '../../features/uploads/sites/server/site.cases.ts';
import { seenSiteCases } from '../../features/users/presence/server/site.cases.ts';
import { userSignInCases } from '../../features/users/sign-in/server/site.cases.ts';
import { siteCoinsCases } from '../../features/users/site-coins/server/site.cases.ts';
import { paymentOfSitesCases } from '../../features/users/site-payment/server/site.cases.ts';
import { usersOfSiteCases } from '../../features/users/sites/server/site.cases.ts';
import { siteContract } from '../../server/app.ts';
import type { Method } from '../harness.ts';
import type { SiteCase, SiteCases } from './site-route-cases.ts';

const CASES: { [Feature in keyof typeof siteContract]: SiteCases<(typeof siteContract)[Feature]> } = {
  charges: siteChargesCases,
  bannerReads: bannerReadsCases,
  changes: siteChangesCases,
  categoryReads: categoryReadsCases,
  classReads: classReadsCases,
  eventReads: eventReadsCases,
  pageReads: pageReadsCases,
  productReads: productReadsCases,
  programReads: programReadsCases,
  records: siteRecordsCases,
  earnings: siteEarningsCases,
  codes: siteCodesCases,
  coins: siteCoinsCases,
  coupons: siteCouponsCases,
  purchases: sitePurchasesCases,
  refundRequests: siteRefundRequestsCases,
  seen: seenSiteCases,
  tokens: siteTokensCases,
  paymentSettings: paymentOfSitesCases,
  signIn: userSignInCases,
  uploads: uploadsOfSitesCases,
  users: usersOfSiteCases,
  erasure: siteErasureCases,
  teaching: siteTeachingCases,
};

export const siteRoutes = Object.entries(siteContract).flatMap(([feature, procedures]) =>
  Object.entries(procedures).map(([name, procedure]) => {
    const { meta, route, inputSchema } = procedure['~orpc'] as unknown as {
      meta: SiteRouteMeta;
      route: { method: Method; path: string };
      inputSchema: z.ZodType;
    };
    const known = (CASES[feature as keyof typeof CASES] as Record<string, SiteCase>)[name];
    if (!known) throw new Error(`${feature}.${name} has no case`);
    const { method, path } = route;
    // A write of one or many is asked by the schema of one.
    const asked = ITEM_SCHEMAS.get(inputSchema)?.item ?? inputSchema;
    return { name: `${feature}.${name}`, method, path, inputSchema: asked, ...meta, ...known };
  }),
);
export type SiteRoute = (typeof siteRoutes)[number];
