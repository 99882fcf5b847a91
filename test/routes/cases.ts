/** Every route with its case: a feature adds one line, after those whose rows its own refer to. */

import type { z } from 'zod';
import type { RouteMeta } from '../../core/route.ts';
import { invitationsCases } from '../../features/admin-users/invitations/server/routes.cases.ts';
import { adminUsersCases } from '../../features/admin-users/server/routes.cases.ts';
import { auditCases } from '../../features/audit/server/routes.cases.ts';
import { ownPasswordCases } from '../../features/auth/own-password/server/routes.cases.ts';
import { passkeysCases } from '../../features/auth/passkeys/server/routes.cases.ts';
import { secondFactorCases } from '../../features/auth/second-factor/server/routes.cases.ts';
import { securityCases } from '../../features/auth/security/server/routes.cases.ts';
import { authCases } from '../../features/auth/server/routes.cases.ts';
import { sessionsCases } from '../../features/auth/sessions/server/routes.cases.ts';
import { signOnCases } from '../../features/auth/single-sign-on/server/routes.cases.ts';
import { bannersCases } from '../../features/banners/server/routes.cases.ts';
import { bundlesCases } from '../../features/bundles/server/routes.cases.ts';
import { classImportsCases } from '../../features/class-imports/server/routes.cases.ts';
import { bulkAssignmentsCases } from '../../features/classes/bulk/server/routes.cases.ts';
import { classReportCases } from '../../features/classes/reports/server/routes.cases.ts';
import { classesCases } from '../../features/classes/server/routes.cases.ts';
import { classTranslationsCases } from '../../features/classes/translations/server/routes.cases.ts';
import { commissionsCases } from '../../features/commissions/server/routes.cases.ts';
import { couponsCases } from '../../features/coupons/server/routes.cases.ts';
import { firstStepsCases } from '../../features/dashboard/first-steps/server/routes.cases.ts';
import { dashboardCases } from '../../features/dashboard/server/routes.cases.ts';
import { emailRulesCases } from '../../features/email-rules/server/routes.cases.ts';
import { emailTemplatesCases } from '../../features/email-templates/server/routes.cases.ts';
import { erasureCases } from '../../features/erasures/server/routes.cases.ts';
import { eventsCases } from '../../features/events/server/routes.cases.ts';
import { exportsCases } from '../../features/exports/server/routes.cases.ts';
import { giftCategoriesCases } from '../../features/gift-categories/server/routes.cases.ts';
import { giftProductsCases } from '../../features/gift-products/server/routes.cases.ts';
import { giftPurchasesCases } from '../../features/gift-purchases/server/routes.cases.ts';
import { landingPagesCases } from '../../features/landing-pages/server/routes.cases.ts';
import { moneySettingsCases } from '../../features/money-settings/server/routes.cases.ts';
import { outdatedTranslationsCases } from '../../features/outdated-translations/server/routes.cases.ts';
import { payoutsAsOfCases } from '../../features/payouts/as-of/server/routes.cases.ts';
import { payoutBatchesCases } from '../../features/payouts/batches/server/routes.cases.ts';
import { membershipPayoutsCases } from '../../features/payouts/membership/server/routes.cases.ts';
import { payoutsCases } from '../../features/payouts/server/routes.cases.ts';
import { programsCases } from '../../features/programs/server/routes.cases.ts';
import { siteKeysCases } from '../../features/programs/site-keys/server/routes.cases.ts';
import { webhooksCases } from '../../features/programs/webhooks/server/routes.cases.ts';
import { savedViewsCases } from '../../features/saved-views/server/routes.cases.ts';
import { siteCategoriesCases } from '../../features/site-categories/server/routes.cases.ts';
import { siteImportsCases } from '../../features/site-imports/server/routes.cases.ts';
import { tokensCases } from '../../features/tokens/server/routes.cases.ts';
import { refundsCases } from '../../features/transactions/refunds/server/routes.cases.ts';
import { refundRequestsCases } from '../../features/transactions/requests/server/routes.cases.ts';
import { transactionsCases } from '../../features/transactions/server/routes.cases.ts';
import { unmatchedPaymentsCases } from '../../features/transactions/unmatched/server/routes.cases.ts';
import { uploadsCases } from '../../features/uploads/server/routes.cases.ts';
import { userImportsCases } from '../../features/user-imports/server/routes.cases.ts';
import { coinsCases } from '../../features/users/coins/server/routes.cases.ts';
import { loginAsCases } from '../../features/users/login-as/server/routes.cases.ts';
import { paymentCases } from '../../features/users/payment-settings/server/routes.cases.ts';
import { payoutReleasesCases } from '../../features/users/releases/server/routes.cases.ts';
import { siteUsersCases } from '../../features/users/server/routes.cases.ts';
import { contract } from '../../server/app.ts';
import type { Method } from '../harness.ts';
import type { FeatureCases } from './route-cases.ts';

/** A new feature does not compile before it stands here. */
const CASES: { [Feature in keyof typeof contract]: FeatureCases<(typeof contract)[Feature]> } = {
  programs: programsCases,
  siteKeys: siteKeysCases,
  webhooks: webhooksCases,
  siteUsers: siteUsersCases,
  coins: coinsCases,
  loginAs: loginAsCases,
  erasure: erasureCases,
  payment: paymentCases,
  siteCategories: siteCategoriesCases,
  classes: classesCases,
  classTranslations: classTranslationsCases,
  adminUsers: adminUsersCases,
  invitations: invitationsCases,
  audit: auditCases,
  auth: authCases,
  passkeys: passkeysCases,
  secondFactor: secondFactorCases,
  security: securityCases,
  ownPassword: ownPasswordCases,
  sessions: sessionsCases,
  singleSignOn: signOnCases,
  bulkAssignments: bulkAssignmentsCases,
  bundles: bundlesCases,
  giftCategories: giftCategoriesCases,
  giftProducts: giftProductsCases,
  giftPurchases: giftPurchasesCases,
  emailRules: emailRulesCases,
  emailTemplates: emailTemplatesCases,
  events: eventsCases,
  banners: bannersCases,
  landingPages: landingPagesCases,
  commissions: commissionsCases,
  uploads: uploadsCases,
  siteImports: siteImportsCases,
  classImports: classImportsCases,
  userImports: userImportsCases,
  dashboard: dashboardCases,
  firstSteps: firstStepsCases,
  exports: exportsCases,
  classReport: classReportCases,
  savedViews: savedViewsCases,
  payouts: payoutsCases,
  payoutsAsOf: payoutsAsOfCases,
  payoutBatches: payoutBatchesCases,
  payoutReleases: payoutReleasesCases,
  refundRequests: refundRequestsCases,
  refunds: refundsCases,
  moneySettings: moneySettingsCases,
  tokens: tokensCases,
  coupons: couponsCases,
  transactions: transactionsCases,
  unmatchedPayments: unmatchedPaymentsCases,
  membershipPayouts: membershipPayoutsCases,
  outdatedTranslations: outdatedTranslationsCases,
};

export const features: readonly Omit<FeatureCases<unknown>, 'routes'>[] = Object.values(CASES);

export const routes = Object.entries(contract).flatMap(([feature, procedures]) =>
  Object.entries(procedures).map(([name, procedure]) => {
    const { meta, route, inputSchema, outputSchema } = procedure['~orpc'] as unknown as {
      meta: RouteMeta;
      route: { method: Method; path: string; successStatus?: number };
      inputSchema: z.ZodType;
      outputSchema: z.ZodType;
    };
    const cases = CASES[feature as keyof typeof CASES].routes as FeatureCases<
      Record<string, unknown>
    >['routes'];
    const known = cases[name];
    if (!known) throw new Error(`${feature}.${name} has no case`);
    const { method, path, successStatus: status = 200 } = route;
    const said = { method, path, status, access: meta.access, inputSchema, outputSchema };
    return { name: `${feature}.${name}`, ...said, ...known };
  }),
);
export type Route = (typeof routes)[number];

/** The routes of one of `shares` test files: every so manieth, so that no file has all of a slow feature. */
export function routesOf(share: number, shares: number): Route[] {
  return routes.filter((_, index) => index % shares === share);
}
