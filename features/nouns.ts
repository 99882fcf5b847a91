/** All nouns, by what the audit calls them: both ends may read them, and the ground too, as they are data alone. */
import type { NounDeclaration } from '../core/noun.ts';
import { ADMIN_USERS_NOUNS } from './admin-users/noun.ts';
import { AUDIT_NOUNS } from './audit/noun.ts';
import { AUTH_NOUNS } from './auth/noun.ts';
import { BANNERS_NOUNS } from './banners/noun.ts';
import { BUNDLES_NOUNS } from './bundles/noun.ts';
import { CLASS_IMPORTS_NOUNS } from './class-imports/noun.ts';
import { CLASSES_NOUNS } from './classes/noun.ts';
import { COMMISSIONS_NOUNS } from './commissions/noun.ts';
import { COUPONS_NOUNS } from './coupons/noun.ts';
import { EMAIL_RULES_NOUNS } from './email-rules/noun.ts';
import { EMAIL_TEMPLATES_NOUNS } from './email-templates/noun.ts';
import { EVENTS_NOUNS } from './events/noun.ts';
import { EXPORTS_NOUNS } from './exports/noun.ts';
import { GIFT_CATEGORIES_NOUNS } from './gift-categories/noun.ts';
import { GIFT_PRODUCTS_NOUNS } from './gift-products/noun.ts';
import { GIFT_PURCHASES_NOUNS } from './gift-purchases/noun.ts';
import { LANDING_PAGES_NOUNS } from './landing-pages/noun.ts';
import { MONEY_SETTINGS_NOUNS } from './money-settings/noun.ts';
import { PAYOUTS_NOUNS } from './payouts/noun.ts';
import { PROGRAMS_NOUNS } from './programs/noun.ts';
import { SAVED_VIEWS_NOUNS } from './saved-views/noun.ts';
import { SITE_CATEGORIES_NOUNS } from './site-categories/noun.ts';
import { SITE_IMPORTS_NOUNS } from './site-imports/noun.ts';
import { TOKENS_NOUNS } from './tokens/noun.ts';
import { TRANSACTIONS_NOUNS } from './transactions/noun.ts';
import { UPLOADS_NOUNS } from './uploads/noun.ts';
import { USER_IMPORTS_NOUNS } from './user-imports/noun.ts';
import { USERS_NOUNS } from './users/noun.ts';

export const NOUNS = {
  ...ADMIN_USERS_NOUNS,
  ...AUDIT_NOUNS,
  ...AUTH_NOUNS,
  ...BANNERS_NOUNS,
  ...BUNDLES_NOUNS,
  ...CLASS_IMPORTS_NOUNS,
  ...CLASSES_NOUNS,
  ...COMMISSIONS_NOUNS,
  ...COUPONS_NOUNS,
  ...EMAIL_RULES_NOUNS,
  ...EMAIL_TEMPLATES_NOUNS,
  ...EVENTS_NOUNS,
  ...EXPORTS_NOUNS,
  ...GIFT_CATEGORIES_NOUNS,
  ...GIFT_PRODUCTS_NOUNS,
  ...GIFT_PURCHASES_NOUNS,
  ...LANDING_PAGES_NOUNS,
  ...MONEY_SETTINGS_NOUNS,
  ...PAYOUTS_NOUNS,
  ...PROGRAMS_NOUNS,
  ...SAVED_VIEWS_NOUNS,
  ...SITE_CATEGORIES_NOUNS,
  ...SITE_IMPORTS_NOUNS,
  ...TOKENS_NOUNS,
  ...TRANSACTIONS_NOUNS,
  ...UPLOADS_NOUNS,
  ...USER_IMPORTS_NOUNS,
  ...USERS_NOUNS,
};
export type AuditEntity = keyof typeof NOUNS;

/** Each with its declaration, in the order of the features. */
export const ALL_NOUNS = Object.entries<NounDeclaration>(NOUNS) as [AuditEntity, NounDeclaration][];

type FoundOn<Declaration> = Declaration extends { found: infer Screens } ? keyof Screens : never;

/** The path of a screen that opens the record of a noun. */
export type FoundScreen = { [Entity in AuditEntity]: FoundOn<(typeof NOUNS)[Entity]> }[AuditEntity];

type UnreadOn<Screens> = {
  [Screen in keyof Screens]: Screens[Screen] extends { read: string } ? never : Screen;
}[keyof Screens];

/** The screens whose records are not read by a path that their noun declares. */
export type UnreadScreen = {
  [Entity in AuditEntity]: (typeof NOUNS)[Entity] extends { found: infer Screens }
    ? UnreadOn<Screens>
    : never;
}[AuditEntity];

/** Screens with records that the search finds, in the order shown. */
export const FOUND = ALL_NOUNS.flatMap(([entity, { found = {} }]) =>
  Object.entries(found).map(([screen, how]) => ({ screen: screen as FoundScreen, entity, ...how })),
).toSorted((a, b) => (a.place ?? Number.MAX_VALUE) - (b.place ?? Number.MAX_VALUE));

type Languages = Extract<(typeof NOUNS)[AuditEntity], { languages: unknown }>['languages'];
export type TranslationTable = Languages['table'];

export type TranslatedNoun = {
  [Entity in AuditEntity]: (typeof NOUNS)[Entity] extends { languages: unknown } ? Entity : never;
}[AuditEntity];

export const TRANSLATED = ALL_NOUNS.flatMap(([entity, { languages }]) =>
  languages ? [entity] : [],
).toSorted() as [TranslatedNoun, ...TranslatedNoun[]];

export type ArchivedNoun = {
  [Entity in AuditEntity]: (typeof NOUNS)[Entity] extends { archives: string } ? Entity : never;
}[AuditEntity];

export const ARCHIVED_NOUNS = ALL_NOUNS.flatMap(([entity, { archives }]) => (archives ? [entity] : [])) as [
  ArchivedNoun,
  ...ArchivedNoun[],
];

export type SwitchedNoun = {
  [Entity in AuditEntity]: (typeof NOUNS)[Entity] extends { switches: object } ? Entity : never;
}[AuditEntity];

export const SWITCHED_NOUNS = ALL_NOUNS.flatMap(([entity, { switches }]) => (switches ? [entity] : [])) as [
  SwitchedNoun,
  ...SwitchedNoun[],
];

export const ARCHIVE_CONSTRAINTS = Object.fromEntries(
  ARCHIVED_NOUNS.map((noun) => [
    `${NOUNS[noun].table}_archived`,
    `This ${NOUNS[noun].word} is archived. Restore it before you activate it`,
  ]),
);
