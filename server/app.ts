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
import { bundlesContract } from '../features/bundles/contract.ts';
import { bundlesRoutes } from '../features/bundles/server/routes.ts';
import { bulkAssignmentsContract } from '../features/classes/bulk/contract.ts';
import { bulkAssignmentsRoutes } from '../features/classes/bulk/server/routes.ts';
import { classesContract } from '../features/classes/contract.ts';
import { classReportContract } from '../features/classes/reports/contract.ts';
import { mailAskedClassReports } from '../features/classes/reports/server/mail-class-reports.job.ts';
import { classReportRoutes } from '../features/classes/reports/server/routes.ts';
import { mountWorkbookWriter } from '../features/classes/reports/server/workbook.ts';
import { classConstraints } from '../features/classes/server/constraints.ts';
import { classesRoutes } from '../features/classes/server/routes.ts';
import { classTranslationsContract } from '../features/classes/translations/contract.ts';
import { classTranslationsRoutes } from '../features/classes/translations/server/routes.ts';
import { commissionsContract } from '../features/commissions/contract.ts';
import { commissionConstraints } from '../features/commissions/server/constraints.ts';
import { recalculate } from '../features/commissions/server/recalculation/recalculate-lines.job.ts';
import { commissionsRoutes } from '../features/commissions/server/routes.ts';
import { couponsContract } from '../features/coupons/contract.ts';
import { couponsRoutes } from '../features/coupons/server/routes.ts';
import { dashboardContract } from '../features/dashboard/contract.ts';
import { dashboardRoutes } from '../features/dashboard/server/routes.ts';
import { emailRulesContract } from '../features/email-rules/contract.ts';
import { emailRulesRoutes } from '../features/email-rules/server/routes.ts';
import { runEmailRules } from '../features/email-rules/server/run-email-rules.job.ts';
import { mountUnsubscribe } from '../features/email-rules/server/unsubscribe/serve-unsubscribe.ts';
import { emailTemplatesContract } from '../features/email-templates/contract.ts';
import { mountInliner } from '../features/email-templates/server/inline.ts';
import { emailTemplatesRoutes } from '../features/email-templates/server/routes.ts';
import { sweepTemplateTests } from '../features/email-templates/server/test-mail.ts';
import { eventsContract } from '../features/events/contract.ts';
import { mountDrawProofs } from '../features/events/draws/server/serve-proofs.ts';
import { eventConstraints } from '../features/events/server/constraints.ts';
import { eventsRoutes } from '../features/events/server/routes.ts';
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
import { moneySettingsContract } from '../features/money-settings/contract.ts';
import { moneySettingsRoutes } from '../features/money-settings/server/routes.ts';
import { outdatedTranslationsContract } from '../features/outdated-translations/contract.ts';
import { outdatedTranslationsRoutes } from '../features/outdated-translations/server/routes.ts';
import { payoutBatchesContract } from '../features/payouts/batches/contract.ts';
import { payoutBatchesRoutes } from '../features/payouts/batches/server/routes.ts';
import { payoutsContract } from '../features/payouts/contract.ts';
import { membershipPayoutsContract } from '../features/payouts/membership/contract.ts';
import { membershipPayoutsRoutes } from '../features/payouts/membership/server/routes.ts';
import { payoutsRoutes } from '../features/payouts/server/routes.ts';
import { mountPayoutFiles } from '../features/payouts/server/serve-payout-files.ts';
import { programsContract } from '../features/programs/contract.ts';
import { programsRoutes } from '../features/programs/server/routes.ts';
import { savedViewsContract } from '../features/saved-views/contract.ts';
import { savedViewsRoutes } from '../features/saved-views/server/routes.ts';
import { siteCategoriesContract } from '../features/site-categories/contract.ts';
import { siteCategoryConstraints } from '../features/site-categories/server/constraints.ts';
import { siteCategoriesRoutes } from '../features/site-categories/server/routes.ts';
import { tokensContract } from '../features/tokens/contract.ts';
import { tokenConstraints } from '../features/tokens/server/constraints.ts';
import { tokensRoutes } from '../features/tokens/server/routes.ts';
import { transactionsContract } from '../features/transactions/contract.ts';
import { refundsContract } from '../features/transactions/refunds/contract.ts';
import { refundsRoutes } from '../features/transactions/refunds/server/routes.ts';
import { sendRefunds } from '../features/transactions/refunds/server/send-refunds.job.ts';
import { mountStripeWebhooks } from '../features/transactions/refunds/server/stripe-webhooks.ts';
import { sweepProviderEvents } from '../features/transactions/refunds/server/sweep-provider-events.ts';
import { refundRequestsContract } from '../features/transactions/requests/contract.ts';
import { refundRequestsRoutes } from '../features/transactions/requests/server/routes.ts';
import { transactionsRoutes } from '../features/transactions/server/routes.ts';
import { uploadsContract } from '../features/uploads/contract.ts';
import { mountImageEncoder } from '../features/uploads/server/images.ts';
import { uploadsRoutes } from '../features/uploads/server/routes.ts';
import { sweepUnusedUploads } from '../features/uploads/server/sweep-uploads.job.ts';
import { userImportsContract } from '../features/user-imports/contract.ts';
import { userImportsRoutes } from '../features/user-imports/server/routes.ts';
import { makeImports, mountImports } from '../features/user-imports/server/run-imports.job.ts';
import { coinsContract } from '../features/users/coins/contract.ts';
import { coinsConstraints } from '../features/users/coins/server/constraints.ts';
import { coinsRoutes } from '../features/users/coins/server/routes.ts';
import { siteUsersContract } from '../features/users/contract.ts';
import { loginAsContract } from '../features/users/login-as/contract.ts';
import { sweepSiteLogins } from '../features/users/login-as/server/login-as.ts';
import { loginAsRoutes } from '../features/users/login-as/server/routes.ts';
import { paymentContract } from '../features/users/payment-settings/contract.ts';
import { mailPayeeChanges } from '../features/users/payment-settings/server/mail-payee-changes.job.ts';
import { sweepPayeeChanges } from '../features/users/payment-settings/server/payee-changes.ts';
import { paymentRoutes } from '../features/users/payment-settings/server/routes.ts';
import { seenContract } from '../features/users/presence/contract.ts';
import { seenRoutes } from '../features/users/presence/server/routes.ts';
import { payoutReleasesContract } from '../features/users/releases/contract.ts';
import { payoutReleasesRoutes } from '../features/users/releases/server/routes.ts';
import { siteUserConstraints } from '../features/users/server/constraints.ts';
import { siteUsersRoutes } from '../features/users/server/routes.ts';
import { sweepIdempotencyKeys } from './http/idempotency.ts';
import { deliverMails } from './mail/deliver-mails.job.ts';
import { blankOldMails, sweepBulkMails } from './mail/mail.ts';
import { sweepDenials } from './nouns/denials.ts';
import type { JobDefinition } from './platform.ts';
import { sweeping } from './work/sweep.ts';

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
