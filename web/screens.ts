/** All screens: a feature adds one line. */
import { invitationsScreens } from '../features/admin-users/invitations/web/screens.tsx';
import { adminUsersScreens } from '../features/admin-users/web/screens.tsx';
import { auditScreens } from '../features/audit/web/screens.tsx';
import { authScreens } from '../features/auth/web/screens.tsx';
import { bannersScreens } from '../features/banners/web/screens.tsx';
import { bundlesScreens } from '../features/bundles/web/screens.tsx';
import { classImportsScreens } from '../features/class-imports/web/screens.tsx';
import { classReportScreens } from '../features/classes/reports/web/screens.tsx';
import { classTranslationsScreens } from '../features/classes/translations/web/screens.tsx';
import { classesScreens } from '../features/classes/web/screens.tsx';
import { commissionsScreens } from '../features/commissions/web/screens.tsx';
import { couponsScreens } from '../features/coupons/web/screens.tsx';
import { dashboardScreens } from '../features/dashboard/web/screens.tsx';
import { emailRulesScreens } from '../features/email-rules/web/screens.tsx';
import { emailTemplatesScreens } from '../features/email-templates/web/screens.tsx';
import { erasuresScreens } from '../features/erasures/web/screens.tsx';
import { eventsScreens } from '../features/events/web/screens.tsx';
import { giftCategoriesScreens } from '../features/gift-categories/web/screens.tsx';
import { giftProductsScreens } from '../features/gift-products/web/screens.tsx';
import { giftPurchasesScreens } from '../features/gift-purchases/web/screens.tsx';
import { landingPagesScreens } from '../features/landing-pages/web/screens.tsx';
import { moneySettingsScreens } from '../features/money-settings/web/screens.tsx';
import { outdatedTranslationsScreens } from '../features/outdated-translations/web/screens.tsx';
import { membershipPayoutsScreens } from '../features/payouts/membership/web/screens.tsx';
import { payoutsScreens } from '../features/payouts/web/screens.tsx';
import { programsScreens } from '../features/programs/web/screens.tsx';
import { siteCategoriesScreens } from '../features/site-categories/web/screens.tsx';
import { siteImportsScreens } from '../features/site-imports/web/screens.tsx';
import { tokensScreens } from '../features/tokens/web/screens.tsx';
import { refundsScreens } from '../features/transactions/refunds/web/screens.tsx';
import { unmatchedPaymentsScreens } from '../features/transactions/unmatched/web/screens.tsx';
import { transactionsScreens } from '../features/transactions/web/screens.tsx';
import { userImportsScreens } from '../features/user-imports/web/screens.tsx';
import { siteUsersScreens } from '../features/users/web/screens.tsx';
import type { Screen } from './screen.ts';

export const SCREENS: readonly Screen[] = [
  ...authScreens,
  ...dashboardScreens,
  ...commissionsScreens,
  ...classesScreens,
  ...classImportsScreens,
  ...bundlesScreens,
  ...classTranslationsScreens,
  ...classReportScreens,
  ...outdatedTranslationsScreens,
  ...eventsScreens,
  ...giftCategoriesScreens,
  ...giftProductsScreens,
  ...giftPurchasesScreens,
  ...tokensScreens,
  ...transactionsScreens,
  ...payoutsScreens,
  ...membershipPayoutsScreens,
  ...programsScreens,
  ...refundsScreens,
  ...unmatchedPaymentsScreens,
  ...siteCategoriesScreens,
  ...siteUsersScreens,
  ...erasuresScreens,
  ...userImportsScreens,
  ...siteImportsScreens,
  ...bannersScreens,
  ...landingPagesScreens,
  ...emailTemplatesScreens,
  ...couponsScreens,
  ...emailRulesScreens,
  ...adminUsersScreens,
  ...invitationsScreens,
  ...auditScreens,
  ...moneySettingsScreens,
];
