/** All features of the server: a feature adds one line to each list. */
import type { ConstraintTexts } from '../core/errors.ts';
import { adminUsersContract } from '../features/admin-users/contract.ts';
import { adminUsersRoutes } from '../features/admin-users/server/routes.ts';
import { auditContract } from '../features/audit/contract.ts';
import { auditRoutes } from '../features/audit/server/routes.ts';
import { authContract } from '../features/auth/contract.ts';
import { mailAskedPasswordResets } from '../features/auth/server/mail-password-resets.job.ts';
import { authRoutes } from '../features/auth/server/routes.ts';
import {
  sweepPasswordResets,
  sweepRecoveryCalls,
  sweepRefreshTokens,
  sweepSessions,
  sweepSignInFailures,
} from '../features/auth/server/sweeps.ts';
import { bannersContract } from '../features/banners/contract.ts';
import { bannersRoutes } from '../features/banners/server/routes.ts';
import { bulkAssignmentsContract } from '../features/bulk-assignments/contract.ts';
import { bulkAssignmentsRoutes } from '../features/bulk-assignments/server/routes.ts';
import { bundlesContract } from '../features/bundles/contract.ts';
import { bundlesRoutes } from '../features/bundles/server/routes.ts';
import { classReportContract } from '../features/class-report/contract.ts';
import { mailAskedClassReports } from '../features/class-report/server/mail-class-reports.job.ts';
import { classReportRoutes } from '../features/class-report/server/routes.ts';
import { mountWorkbookWriter } from '../features/class-report/server/workbook.ts';
import { classTranslationsContract } from '../features/class-translations/contract.ts';
import { classTranslationsRoutes } from '../features/class-translations/server/routes.ts';
import { classesContract } from '../features/classes/contract.ts';
import { classConstraints } from '../features/classes/server/constraints.ts';
import { classesRoutes } from '../features/classes/server/routes.ts';
import { commissionsContract } from '../features/commissions/contract.ts';
import { commissionConstraints } from '../features/commissions/server/constraints.ts';
import { recalculate } from '../features/commissions/server/recalculate-lines.job.ts';
import { commissionsRoutes } from '../features/commissions/server/routes.ts';
import { couponsContract } from '../features/coupons/contract.ts';
import { couponsRoutes } from '../features/coupons/server/routes.ts';
import { dashboardContract } from '../features/dashboard/contract.ts';
import { dashboardRoutes } from '../features/dashboard/server/routes.ts';
import { emailRulesContract } from '../features/email-rules/contract.ts';
import { emailRulesRoutes } from '../features/email-rules/server/routes.ts';
import { runEmailRules } from '../features/email-rules/server/run-email-rules.job.ts';
import { mountUnsubscribe } from '../features/email-rules/server/serve-unsubscribe.ts';
import { emailTemplatesContract } from '../features/email-templates/contract.ts';
import { mountInliner } from '../features/email-templates/server/inline.ts';
import { emailTemplatesRoutes } from '../features/email-templates/server/routes.ts';
import { sweepTemplateTests } from '../features/email-templates/server/test-mail.ts';
import { eventsContract } from '../features/events/contract.ts';
import { eventConstraints } from '../features/events/server/constraints.ts';
import { eventsRoutes } from '../features/events/server/routes.ts';
import { mountDrawProofs } from '../features/events/server/serve-proofs.ts';
import { exportsContract } from '../features/exports/contract.ts';
import { exportsRoutes } from '../features/exports/server/routes.ts';
import { makeExports } from '../features/exports/server/run-exports.job.ts';
import { mountReports } from '../features/exports/server/serve-reports.ts';
import { giftCategoriesContract } from '../features/gift-categories/contract.ts';
import { giftCategoryConstraints } from '../features/gift-categories/server/constraints.ts';
import { giftCategoriesRoutes } from '../features/gift-categories/server/routes.ts';
import { giftProductsContract } from '../features/gift-products/contract.ts';
import { giftProductConstraints } from '../features/gift-products/server/constraints.ts';
import { giftProductsRoutes } from '../features/gift-products/server/routes.ts';
import { giftPurchasesContract } from '../features/gift-purchases/contract.ts';
import { giftPurchasesRoutes } from '../features/gift-purchases/server/routes.ts';
import { landingPagesContract } from '../features/landing-pages/contract.ts';
import { landingPageConstraints } from '../features/landing-pages/server/constraints.ts';
import { landingPagesRoutes } from '../features/landing-pages/server/routes.ts';
import { membershipPayoutsContract } from '../features/membership-payouts/contract.ts';
import { membershipPayoutsRoutes } from '../features/membership-payouts/server/routes.ts';
import { moneySettingsContract } from '../features/money-settings/contract.ts';
import { moneySettingsRoutes } from '../features/money-settings/server/routes.ts';
import { outdatedTranslationsContract } from '../features/outdated-translations/contract.ts';
import { outdatedTranslationsRoutes } from '../features/outdated-translations/server/routes.ts';
import { payoutBatchesContract } from '../features/payouts/batches-contract.ts';
import { payoutsContract } from '../features/payouts/contract.ts';
import { payoutReleasesContract } from '../features/payouts/releases-contract.ts';
import { payoutBatchesRoutes } from '../features/payouts/server/batches-routes.ts';
import { payoutReleasesRoutes } from '../features/payouts/server/releases-routes.ts';
import { payoutsRoutes } from '../features/payouts/server/routes.ts';
import { mountPayoutFiles } from '../features/payouts/server/serve-payout-files.ts';
import { programsContract } from '../features/programs/contract.ts';
import { programsRoutes } from '../features/programs/server/routes.ts';
import { refundsContract } from '../features/refunds/contract.ts';
import { refundRequestsContract } from '../features/refunds/requests-contract.ts';
import { refundRequestsRoutes } from '../features/refunds/server/refund-requests-routes.ts';
import { refundsRoutes } from '../features/refunds/server/routes.ts';
import { sendRefunds } from '../features/refunds/server/send-refunds.job.ts';
import { mountStripeWebhooks } from '../features/refunds/server/stripe-webhooks.ts';
import { sweepProviderEvents } from '../features/refunds/server/sweep-provider-events.ts';
import { savedViewsContract } from '../features/saved-views/contract.ts';
import { savedViewsRoutes } from '../features/saved-views/server/routes.ts';
import { siteCategoriesContract } from '../features/site-categories/contract.ts';
import { siteCategoryConstraints } from '../features/site-categories/server/constraints.ts';
import { siteCategoriesRoutes } from '../features/site-categories/server/routes.ts';
import { coinsContract } from '../features/site-users/coins-contract.ts';
import { siteUsersContract } from '../features/site-users/contract.ts';
import { loginAsContract } from '../features/site-users/login-as-contract.ts';
import { paymentContract } from '../features/site-users/payment-contract.ts';
import { seenContract } from '../features/site-users/seen-contract.ts';
import { coinsConstraints } from '../features/site-users/server/coins-constraints.ts';
import { coinsRoutes } from '../features/site-users/server/coins-routes.ts';
import { siteUserConstraints } from '../features/site-users/server/constraints.ts';
import { sweepSiteLogins } from '../features/site-users/server/login-as.ts';
import { loginAsRoutes } from '../features/site-users/server/login-as-routes.ts';
import { mailPayeeChanges } from '../features/site-users/server/mail-payee-changes.job.ts';
import { sweepPayeeChanges } from '../features/site-users/server/payee-changes.ts';
import { paymentRoutes } from '../features/site-users/server/payment-routes.ts';
import { siteUsersRoutes } from '../features/site-users/server/routes.ts';
import { seenRoutes } from '../features/site-users/server/seen-routes.ts';
import { tokensContract } from '../features/tokens/contract.ts';
import { tokenConstraints } from '../features/tokens/server/constraints.ts';
import { tokensRoutes } from '../features/tokens/server/routes.ts';
import { transactionsContract } from '../features/transactions/contract.ts';
import { transactionsRoutes } from '../features/transactions/server/routes.ts';
import { uploadsContract } from '../features/uploads/contract.ts';
import { mountImageEncoder } from '../features/uploads/server/images.ts';
import { uploadsRoutes } from '../features/uploads/server/routes.ts';
import { sweepUnusedUploads } from '../features/uploads/server/sweep-uploads.job.ts';
import { userImportsContract } from '../features/user-imports/contract.ts';
import { userImportsRoutes } from '../features/user-imports/server/routes.ts';
import { makeImports, mountImports } from '../features/user-imports/server/run-imports.job.ts';
import { deliverMails } from './deliver-mails.job.ts';
import { sweepDenials } from './denials.ts';
import { sweepIdempotencyKeys } from './idempotency.ts';
import { blankOldMails, sweepBulkMails } from './mail.ts';
import type { JobDefinition } from './platform.ts';
import { sweeping } from './sweep.ts';

export const contract = {
  adminUsers: adminUsersContract,
  audit: auditContract,
  auth: authContract,
  banners: bannersContract,
  bulkAssignments: bulkAssignmentsContract,
  bundles: bundlesContract,
  classReport: classReportContract,
  classes: classesContract,
  classTranslations: classTranslationsContract,
  coins: coinsContract,
  commissions: commissionsContract,
  coupons: couponsContract,
  dashboard: dashboardContract,
  emailRules: emailRulesContract,
  emailTemplates: emailTemplatesContract,
  events: eventsContract,
  exports: exportsContract,
  giftCategories: giftCategoriesContract,
  giftProducts: giftProductsContract,
  giftPurchases: giftPurchasesContract,
  landingPages: landingPagesContract,
  loginAs: loginAsContract,
  membershipPayouts: membershipPayoutsContract,
  moneySettings: moneySettingsContract,
  outdatedTranslations: outdatedTranslationsContract,
  payment: paymentContract,
  payoutBatches: payoutBatchesContract,
  payoutReleases: payoutReleasesContract,
  payouts: payoutsContract,
  programs: programsContract,
  refundRequests: refundRequestsContract,
  refunds: refundsContract,
  savedViews: savedViewsContract,
  seen: seenContract,
  siteCategories: siteCategoriesContract,
  siteUsers: siteUsersContract,
  tokens: tokensContract,
  transactions: transactionsContract,
  uploads: uploadsContract,
  userImports: userImportsContract,
};

export const routes = {
  adminUsers: adminUsersRoutes,
  audit: auditRoutes,
  auth: authRoutes,
  banners: bannersRoutes,
  bulkAssignments: bulkAssignmentsRoutes,
  bundles: bundlesRoutes,
  classReport: classReportRoutes,
  classes: classesRoutes,
  classTranslations: classTranslationsRoutes,
  coins: coinsRoutes,
  commissions: commissionsRoutes,
  coupons: couponsRoutes,
  dashboard: dashboardRoutes,
  emailRules: emailRulesRoutes,
  emailTemplates: emailTemplatesRoutes,
  events: eventsRoutes,
  exports: exportsRoutes,
  giftCategories: giftCategoriesRoutes,
  giftProducts: giftProductsRoutes,
  giftPurchases: giftPurchasesRoutes,
  landingPages: landingPagesRoutes,
  loginAs: loginAsRoutes,
  membershipPayouts: membershipPayoutsRoutes,
  moneySettings: moneySettingsRoutes,
  outdatedTranslations: outdatedTranslationsRoutes,
  payment: paymentRoutes,
  payoutBatches: payoutBatchesRoutes,
  payoutReleases: payoutReleasesRoutes,
  payouts: payoutsRoutes,
  programs: programsRoutes,
  refundRequests: refundRequestsRoutes,
  refunds: refundsRoutes,
  savedViews: savedViewsRoutes,
  seen: seenRoutes,
  siteCategories: siteCategoriesRoutes,
  siteUsers: siteUsersRoutes,
  tokens: tokensRoutes,
  transactions: transactionsRoutes,
  uploads: uploadsRoutes,
  userImports: userImportsRoutes,
};

/** What is swept away once it is over, in this order. */
export const sweeps = [
  sweepIdempotencyKeys,
  sweepRefreshTokens,
  sweepSessions,
  sweepPasswordResets,
  sweepSignInFailures,
  sweepRecoveryCalls,
  sweepSiteLogins,
  sweepPayeeChanges,
  sweepDenials,
  sweepProviderEvents,
  sweepTemplateTests,
  blankOldMails,
  sweepBulkMails,
] as const;

export const jobs: readonly JobDefinition[] = [
  deliverMails,
  mailAskedClassReports,
  mailAskedPasswordResets,
  makeExports,
  makeImports,
  recalculate,
  runEmailRules,
  sendRefunds,
  mailPayeeChanges,
  sweeping(sweeps),
  sweepUnusedUploads,
];

export const constraints: ConstraintTexts = {
  ...classConstraints,
  ...coinsConstraints,
  ...commissionConstraints,
  ...eventConstraints,
  ...giftCategoryConstraints,
  ...giftProductConstraints,
  ...landingPageConstraints,
  ...siteCategoryConstraints,
  ...siteUserConstraints,
  ...tokenConstraints,
};

/** What there is besides the API: each mounts its own addresses, or its end. */
export const mounts = [
  mountDrawProofs,
  mountImageEncoder,
  mountImports,
  mountInliner,
  mountPayoutFiles,
  mountReports,
  mountStripeWebhooks,
  mountUnsubscribe,
  mountWorkbookWriter,
] as const;
