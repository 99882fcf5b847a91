import { adminUsersContract } from '../../features/admin-users/contract.ts';
import { bannersContract } from '../../features/banners/contract.ts';
import { classesContract } from '../../features/classes/contract.ts';
import { commissionsContract } from '../../features/commissions/contract.ts';
import { couponsContract } from '../../features/coupons/contract.ts';
import { emailRulesContract } from '../../features/email-rules/contract.ts';
import { eventsContract } from '../../features/events/contract.ts';
import { giftCategoriesContract } from '../../features/gift-categories/contract.ts';
import { giftProductsContract } from '../../features/gift-products/contract.ts';
import { giftPurchasesContract } from '../../features/gift-purchases/contract.ts';
import { landingPagesContract } from '../../features/landing-pages/contract.ts';
import { FOUND_PLURALS, type FoundScreen } from '../../features/nouns.ts';
import { payoutBatchesContract } from '../../features/payouts/batches/contract.ts';
import { programsContract } from '../../features/programs/contract.ts';
import { siteCategoriesContract } from '../../features/site-categories/contract.ts';
import { siteImportsContract } from '../../features/site-imports/contract.ts';
import { tokensContract } from '../../features/tokens/contract.ts';
import { transactionsContract } from '../../features/transactions/contract.ts';
import { refundRequestsContract } from '../../features/transactions/requests/contract.ts';
import { userImportsContract } from '../../features/user-imports/contract.ts';
import { siteUsersContract } from '../../features/users/contract.ts';
import { apiOf } from '../api.ts';
import { Failure } from '../ui/failure.ts';

const api = apiOf({
  adminUsers: adminUsersContract,
  banners: bannersContract,
  classes: classesContract,
  commissions: commissionsContract,
  coupons: couponsContract,
  emailRules: emailRulesContract,
  events: eventsContract,
  giftCategories: giftCategoriesContract,
  giftProducts: giftProductsContract,
  giftPurchases: giftPurchasesContract,
  landingPages: landingPagesContract,
  payoutBatches: payoutBatchesContract,
  programs: programsContract,
  refundRequests: refundRequestsContract,
  siteCategories: siteCategoriesContract,
  siteUsers: siteUsersContract,
  tokens: tokensContract,
  transactions: transactionsContract,
  siteImports: siteImportsContract,
  userImports: userImportsContract,
});
const { commissions } = api;

type Options = { signal: AbortSignal };
/** Scope of a search by name: a program, or all of them; what belongs to no program is found in each. */
type Scope = Options & { program_id: number | undefined };
export type FoundRecord = { id: number; name: string };

/** A source of records: the `record` of the screen opens them, and users who may open it may search them. */
export type SearchSource = Calls & {
  /** The path of the screen. */
  screen: string;
  /** Subject of the message when a search fails: "Classes could not be searched". */
  plural: string;
};

type Calls = {
  /** Finds by name; undefined where the records have none, or another source has the same. */
  find?: (name: string, scope: Scope) => Promise<FoundRecord[]>;
  /** The name of the record of an id, empty where it has none; fails with 404 where there is none to see. */
  read: (id: number, options: Options) => Promise<string>;
};

/** Sources in the order shown, people first and as users before anything else: a noun that is found on a screen does not compile before it can be read here. */
const CALLS: Record<FoundScreen, Calls> = {
  '/users': {
    find: async (name, { program_id, ...options }) =>
      (await api.siteUsers.userSearch.call({ name, program_id }, options)).users.map(
        ({ id, full_string }) => ({
          id,
          name: full_string,
        }),
      ),
    read: async (id, options) => {
      const { user } = await api.siteUsers.siteUser.call({ id }, options);
      return personal(user).name || user.email;
    },
  },
  '/commissions/instructors': {
    find: async (name, { program_id, ...options }) =>
      (await commissions.instructors.call({ name, program_id }, options)).instructors.map(personal),
    read: async (id, options) =>
      personal((await commissions.instructorCommission.call({ id }, options)).instructor).name,
  },
  '/admins': {
    find: async (name, options) =>
      (await api.adminUsers.adminUsers.call({ name }, options)).users.map(({ id, email }) => ({
        id,
        name: email,
      })),
    read: async (id, options) => (await api.adminUsers.adminUser.call({ id }, options)).user.email,
  },
  '/commissions/classes': {
    find: async (name, { program_id, ...options }) =>
      (await commissions.classCommissions.call({ name, program_id }, options)).classes.map(
        ({ id, class_name }) => ({
          id,
          name: class_name,
        }),
      ),
    read: async (id, options) => (await commissions.classCommission.call({ id }, options)).class.class_name,
  },
  '/classes': {
    find: async (name, { program_id, ...options }) =>
      (await api.classes.classes.call({ name, program_id }, options)).classes.map(({ id, class_name }) => ({
        id,
        name: class_name,
      })),
    read: async (id, options) => (await api.classes.class.call({ id }, options)).class.class_name,
  },
  '/bundle-classes/:id': {
    read: async (id, options) => (await api.classes.class.call({ id }, options)).class.class_name,
  },
  '/events': {
    find: async (name, { program_id, ...options }) =>
      (await api.events.events.call({ name, program_id }, options)).events,
    read: async (id, options) => (await api.events.event.call({ id }, options)).event.name,
  },
  '/commissions/programs': {
    find: async (name, options) => {
      const { programs } = await api.programs.programs.call({ page: 1, name, status: 'all' }, options);
      return programs.map(({ id, program_display_name }) => ({ id, name: program_display_name }));
    },
    read: async (id, options) =>
      (await commissions.programCommission.call({ id }, options)).program.program_display_name,
  },
  '/programs': {
    find: async (name, options) => {
      const { programs } = await api.programs.programs.call({ page: 1, name, status: 'all' }, options);
      return programs.map(({ id, program_display_name }) => ({ id, name: program_display_name }));
    },
    read: async (id, options) =>
      (await api.programs.program.call({ id }, options)).program.program_display_name,
  },
  '/giveaways/categories': {
    find: async (name, { program_id, ...options }) =>
      (await api.giftCategories.giftCategories.call({ name, program_id }, options)).categories,
    read: async (id, options) => (await api.giftCategories.giftCategory.call({ id }, options)).category.name,
  },
  '/commissions/held': {
    read: async (id, options) => (await commissions.explainCharge.call({ id }, options)).charge.class_name,
  },
  '/transactions': {
    read: async (id, options) => {
      const { transactions } = await api.transactions.transactions.call({ id }, options);
      const found = one(transactions);
      return found.class_name ?? found.description;
    },
  },
  '/giveaways/products': {
    find: async (name, { program_id, ...options }) =>
      (await api.giftProducts.giftProducts.call({ name, program_id }, options)).products,
    read: async (id, options) => (await api.giftProducts.giftProduct.call({ id }, options)).product.name,
  },
  '/giveaways/purchases': {
    read: async (id, options) =>
      (await api.giftPurchases.purchase.call({ id }, options)).purchase.product.name,
  },
  '/giveaways/fulfilments/:id': {
    read: async (id, options) => {
      await api.giftPurchases.fulfilment.call({ id }, options);
      return '';
    },
  },
  '/tokens': {
    find: async (code, options) =>
      (await api.tokens.tokens.call({ code }, options)).tokens.map((token) => ({
        id: token.id,
        name: token.code,
      })),
    read: async (id, options) => (await api.tokens.token.call({ id }, options)).token.code,
  },
  '/categories': {
    find: async (name, { program_id, ...options }) =>
      (await api.siteCategories.siteCategories.call({ name, program_id }, options)).categories.map(
        ({ id, category_name }) => ({
          id,
          name: category_name,
        }),
      ),
    read: async (id, options) =>
      (await api.siteCategories.siteCategory.call({ id }, options)).category.category_name,
  },
  '/class-translations/:id': {
    read: async (id, options) => (await api.classes.class.call({ id }, options)).class.class_name,
  },
  '/refunds': {
    read: async (id, options) => {
      const { refund } = await api.refundRequests.refundRequest.call({ id }, options);
      return refund.class_name ?? refund.description;
    },
  },
  '/payouts/history': {
    read: async (id, options) =>
      personal(one((await api.payoutBatches.payoutsHistory.call({ id }, options)).payouts)).name,
  },
  '/payouts/batches': {
    read: async (id, options) => {
      one((await api.payoutBatches.payoutBatches.call({ id }, options)).batches);
      return '';
    },
  },
  '/email/rules/:id': {
    read: async (id, options) => (await api.emailRules.emailRule.call({ id }, options)).rule.name,
  },
  '/banners': {
    read: async (id, options) => (await api.banners.banner.call({ id }, options)).banner.title,
  },
  '/landing-pages': {
    read: async (id, options) => (await api.landingPages.landingPage.call({ id }, options)).page.name,
  },
  '/coupons': {
    find: async (name, { program_id, ...options }) =>
      (await api.coupons.coupons.call({ name, program_id }, options)).coupons.map(({ id, coupon_name }) => ({
        id,
        name: coupon_name,
      })),
    read: async (id, options) => (await api.coupons.coupon.call({ id }, options)).coupon.coupon_name,
  },
  '/imports': {
    read: async (id, options) => (await api.siteImports.siteImport.call({ id }, options)).import.file_name,
  },
  '/users/imports': {
    read: async (id, options) => (await api.userImports.userImport.call({ id }, options)).import.file_name,
  },
};

export const SEARCH_SOURCES: readonly SearchSource[] = Object.entries<Calls>(CALLS).map(
  ([screen, calls]) => ({
    screen,
    plural: FOUND_PLURALS[screen as FoundScreen],
    ...calls,
  }),
);

/** The one row of a list that was asked for by its id. */
function one<Row>([found]: readonly Row[]): Row {
  if (!found) throw new Failure(404, { message: 'Not found' });
  return found;
}

function personal({
  id,
  first_name,
  last_name,
}: {
  id: number;
  first_name: string;
  last_name: string;
}): FoundRecord {
  return { id, name: `${first_name} ${last_name}`.trim() };
}
