/** All features of the server: a new one is a line of this list; what each has stands in its `feature.ts`. */
import type { AnyContractProcedure } from '@orpc/contract';
import type { ConstraintTexts } from '../core/errors.ts';
import { invitations } from '../features/admin-users/invitations/server/feature.ts';
import { adminUsers } from '../features/admin-users/server/feature.ts';
import { audit } from '../features/audit/server/feature.ts';
import { ownPassword } from '../features/auth/own-password/server/feature.ts';
import { passkeys } from '../features/auth/passkeys/server/feature.ts';
import { secondFactor } from '../features/auth/second-factor/server/feature.ts';
import { security } from '../features/auth/security/server/feature.ts';
import { auth } from '../features/auth/server/feature.ts';
import { sessions } from '../features/auth/sessions/server/feature.ts';
import { singleSignOn } from '../features/auth/single-sign-on/server/feature.ts';
import { banners } from '../features/banners/server/feature.ts';
import { bannerReads } from '../features/banners/site-reads/server/feature.ts';
import { bundles } from '../features/bundles/server/feature.ts';
import { classImports } from '../features/class-imports/server/feature.ts';
import { bulkAssignments } from '../features/classes/bulk/server/feature.ts';
import { classReport } from '../features/classes/reports/server/feature.ts';
import { classes } from '../features/classes/server/feature.ts';
import { classReads } from '../features/classes/site-reads/server/feature.ts';
import { siteTeaching } from '../features/classes/sites/server/feature.ts';
import { classTranslations } from '../features/classes/translations/server/feature.ts';
import { commissions } from '../features/commissions/server/feature.ts';
import { siteCodes } from '../features/commissions/sites/server/feature.ts';
import { coupons } from '../features/coupons/server/feature.ts';
import { siteCoupons } from '../features/coupons/sites/server/feature.ts';
import { firstSteps } from '../features/dashboard/first-steps/server/feature.ts';
import { dashboard } from '../features/dashboard/server/feature.ts';
import { emailRules } from '../features/email-rules/server/feature.ts';
import { emailTemplates } from '../features/email-templates/server/feature.ts';
import { erasure } from '../features/erasures/server/feature.ts';
import { siteErasure } from '../features/erasures/sites/server/feature.ts';
import { events } from '../features/events/server/feature.ts';
import { eventReads } from '../features/events/site-reads/server/feature.ts';
import { exports } from '../features/exports/server/feature.ts';
import { giftCategories } from '../features/gift-categories/server/feature.ts';
import { giftProducts } from '../features/gift-products/server/feature.ts';
import { productReads } from '../features/gift-products/site-reads/server/feature.ts';
import { giftPurchases } from '../features/gift-purchases/server/feature.ts';
import { sitePurchases } from '../features/gift-purchases/sites/server/feature.ts';
import { landingPages } from '../features/landing-pages/server/feature.ts';
import { pageReads } from '../features/landing-pages/site-reads/server/feature.ts';
import { moneySettings } from '../features/money-settings/server/feature.ts';
import { ARCHIVE_CONSTRAINTS } from '../features/nouns.ts';
import { outdatedTranslations } from '../features/outdated-translations/server/feature.ts';
import { payoutsAsOf } from '../features/payouts/as-of/server/feature.ts';
import { payoutBatches } from '../features/payouts/batches/server/feature.ts';
import { membershipPayouts } from '../features/payouts/membership/server/feature.ts';
import { payouts } from '../features/payouts/server/feature.ts';
import { siteEarnings } from '../features/payouts/site-earnings/server/feature.ts';
import { programs } from '../features/programs/server/feature.ts';
import { siteKeys } from '../features/programs/site-keys/server/feature.ts';
import { programReads } from '../features/programs/site-reads/server/feature.ts';
import { webhooks } from '../features/programs/webhooks/server/feature.ts';
import { savedViews } from '../features/saved-views/server/feature.ts';
import { siteCategories } from '../features/site-categories/server/feature.ts';
import { categoryReads } from '../features/site-categories/site-reads/server/feature.ts';
import { siteChanges } from '../features/site-changes/server/feature.ts';
import { siteImports } from '../features/site-imports/server/feature.ts';
import { siteRecords } from '../features/site-records/server/feature.ts';
import { tokens } from '../features/tokens/server/feature.ts';
import { siteTokens } from '../features/tokens/sites/server/feature.ts';
import { refunds } from '../features/transactions/refunds/server/feature.ts';
import { refundRequests } from '../features/transactions/requests/server/feature.ts';
import { transactions } from '../features/transactions/server/feature.ts';
import { siteRefundRequests } from '../features/transactions/site-requests/server/feature.ts';
import { siteCharges } from '../features/transactions/sites/server/feature.ts';
import { unmatchedPayments } from '../features/transactions/unmatched/server/feature.ts';
import { uploads } from '../features/uploads/server/feature.ts';
import { uploadsOfSites } from '../features/uploads/sites/server/feature.ts';
import { userImports } from '../features/user-imports/server/feature.ts';
import { coins } from '../features/users/coins/server/feature.ts';
import { loginAs } from '../features/users/login-as/server/feature.ts';
import { payment } from '../features/users/payment-settings/server/feature.ts';
import { seen } from '../features/users/presence/server/feature.ts';
import { payoutReleases } from '../features/users/releases/server/feature.ts';
import { siteUsers } from '../features/users/server/feature.ts';
import { userSignIn } from '../features/users/sign-in/server/feature.ts';
import { siteCoins } from '../features/users/site-coins/server/feature.ts';
import { paymentOfSites } from '../features/users/site-payment/server/feature.ts';
import { usersOfSite } from '../features/users/sites/server/feature.ts';
import type { DemoStep } from './db/demo/demo-step.ts';
import type { Feature, SiteFeature } from './feature.ts';
import { putConstraintTexts } from './http/constraint-texts.ts';
import { sweepIdempotencyKeys } from './http/idempotency.ts';
import { deliverMails } from './mail/deliver-mails.job.ts';
import { blankOldMails, sweepBulkMails, sweepMails } from './mail/mail.ts';
import { sweepDenials } from './nouns/denials.ts';
import type { JobDefinition } from './platform.ts';
import { type Sweep, sweeping } from './work/sweep.ts';

const FEATURES = {
  adminUsers,
  invitations,
  audit,
  auth,
  passkeys,
  secondFactor,
  security,
  ownPassword,
  sessions,
  singleSignOn,
  banners,
  bulkAssignments,
  bundles,
  classReport,
  classes,
  classTranslations,
  coins,
  commissions,
  coupons,
  dashboard,
  firstSteps,
  emailRules,
  emailTemplates,
  erasure,
  events,
  exports,
  giftCategories,
  giftProducts,
  giftPurchases,
  landingPages,
  loginAs,
  membershipPayouts,
  moneySettings,
  outdatedTranslations,
  payment,
  payoutBatches,
  payoutReleases,
  payouts,
  payoutsAsOf,
  programs,
  refundRequests,
  refunds,
  savedViews,
  siteCategories,
  siteKeys,
  siteUsers,
  tokens,
  transactions,
  unmatchedPayments,
  uploads,
  siteImports,
  classImports,
  userImports,
  webhooks,
};
type Features = typeof FEATURES;

/** Features with calls for sites: a list of its own, so that neither contract shows the other's routes. */
const SITE_FEATURES = {
  charges: siteCharges,
  bannerReads,
  changes: siteChanges,
  categoryReads,
  classReads,
  eventReads,
  pageReads,
  productReads,
  programReads,
  records: siteRecords,
  earnings: siteEarnings,
  codes: siteCodes,
  coins: siteCoins,
  coupons: siteCoupons,
  purchases: sitePurchases,
  refundRequests: siteRefundRequests,
  seen,
  tokens: siteTokens,
  paymentSettings: paymentOfSites,
  signIn: userSignIn,
  uploads: uploadsOfSites,
  users: usersOfSite,
  erasure: siteErasure,
  teaching: siteTeaching,
};

const all: readonly Feature[] = Object.values(FEATURES);
const ofSites: readonly SiteFeature[] = Object.values<SiteFeature>(SITE_FEATURES);

export const contract = partOfEach('contract');

export const routes = partOfEach('routes');

export const siteContract = partOfSites('contract');

export const siteRoutes = partOfSites('routes');

/** Sweeps of all features; mails come last, as the others may still write some. */
export const sweeps: readonly Sweep[] = [
  sweepIdempotencyKeys,
  ...[...all, ...ofSites].flatMap((feature) => feature.sweeps ?? []),
  sweepDenials,
  blankOldMails,
  sweepBulkMails,
  sweepMails,
];

export const jobs: readonly JobDefinition[] = [
  deliverMails,
  ...[...all, ...ofSites].flatMap((feature) => feature.jobs ?? []),
  sweeping(sweeps),
];

export const constraints: ConstraintTexts = Object.fromEntries([
  ...Object.entries(ARCHIVE_CONSTRAINTS),
  ...all.flatMap((feature) => Object.entries(feature.constraints ?? {})),
]);
putConstraintTexts(constraints);

export async function demoSteps(): Promise<DemoStep[]> {
  const loads = all.flatMap((feature) => feature.demo ?? []);
  const parts = await Promise.all(loads.map((load) => load()));
  return parts.flatMap(({ demo }) => demo).toSorted((a, b) => a.order - b.order);
}

export const mounts = all.flatMap((feature) => feature.mounts ?? []);

export const forms = formsOf(FEATURES);
export const siteForms = formsOf(SITE_FEATURES);

function formsOf(features: Readonly<Record<string, Pick<Feature, 'contract' | 'forms'>>>) {
  return Object.entries(features).flatMap(([name, { contract, forms = {} }]) =>
    Object.entries(forms).flatMap(([call, limits]) =>
      limits
        ? [
            {
              route: `${name}.${call}`,
              procedure: Reflect.get(contract, call) as AnyContractProcedure,
              limits,
            },
          ]
        : [],
    ),
  );
}

function partOfEach<Part extends 'contract' | 'routes'>(part: Part) {
  const parts = Object.entries(FEATURES).map(([name, feature]) => [name, feature[part]]);
  return Object.fromEntries(parts) as { [Name in keyof Features]: Features[Name][Part] };
}

function partOfSites<Part extends 'contract' | 'routes'>(part: Part) {
  const parts = Object.entries(SITE_FEATURES).map(([name, feature]) => [name, feature[part]]);
  return Object.fromEntries(parts) as {
    [Name in keyof typeof SITE_FEATURES]: (typeof SITE_FEATURES)[Name][Part];
  };
}
