/** Schemas of programs, apart from the contract, which every visit loads (docs/decisions/035-contracts-travel-as-tables.md). */
import { z } from 'zod';
import { flag, id, moment, percentage, trimmedText, updatedAt, wholeNumber } from '../../core/fields.ts';
import { LOCALES } from '../../core/locales.ts';
import { CURRENCIES } from '../../core/money.ts';
import { ACTIVE_WORDS } from '../../core/noun.ts';
import { translationRoutes } from '../../core/noun-routes.ts';
import { flagField, inputOf, requiredText, rowOf } from '../../core/nouns/field-set.ts';
import { knownCoupon } from '../coupons/contract.ts';
import { PROGRAMS_NOUNS } from './noun.ts';
import { MAX_NAME, MAX_PROVIDER_ID, PROGRAM_TEXTS, type ProgramText, SUBSCRIPTION_TYPES } from './rules.ts';

/** Coins. */
const MAX_SITE_COINS_PER_DAY = 1_000_000_000;

const SHORT_TEXT = 200;
const LONG_TEXT = 2000;

const programText = (name: ProgramText) => trimmedText(name.startsWith('row_') ? LONG_TEXT : SHORT_TEXT);
/** An optional text; null empties it. */
const clearable = (schema: z.ZodType<string, string>) => schema.nullable().transform((value) => value ?? '');

/** Kept as typed: mailboxes may be case-sensitive. */
const address = trimmedText(254).refine(
  (value) => value === '' || z.email().safeParse(value).success,
  'must be an email address or empty',
);

const tag = trimmedText(64).regex(/^[a-z0-9-]*$/, 'Use lowercase letters, digits and dashes');

export const LISTED_PROGRAM_FIELDS = {
  program_tag: requiredText('Program tag', tag, 'Enter a tag'),
  program_display_name: requiredText('Program name', trimmedText(MAX_NAME), 'Enter a name'),
  support_email: { label: 'Support email', input: clearable(address), row: z.string(), initial: '' },
  default_currency: {
    label: 'Default currency',
    input: z.enum(CURRENCIES),
    row: z.enum(CURRENCIES),
    initial: 'USD' as const,
  },
};

export const PROGRAM_FIELDS = {
  lilt_enabled: flagField('LiL Giveaways enabled', false),
  affiliate: flagField('Program Affiliate Enabled', false),
  default_locale: {
    label: 'Default language',
    input: z.enum(LOCALES),
    row: z.enum(LOCALES),
    initial: 'en' as const,
  },
  stripe_subscription_referrer: {
    label: 'Stripe subscription referrer',
    input: clearable(trimmedText(MAX_PROVIDER_ID)),
    row: z.string(),
    initial: '',
  },
  stripe_subscription_percent: {
    label: 'Stripe subscription percent',
    reads: 'percent' as const,
    input: percentage,
    row: z.number(),
    initial: 0,
  },
  /** Whole coins that its site may give away a day, by UTC. */
  site_coins_per_day: {
    label: 'LiL-T per day from its site',
    input: wholeNumber(0, MAX_SITE_COINS_PER_DAY),
    row: z.int(),
    initial: 10_000,
  },
};

const STATUS = {
  status: { ...flagField('Active', true), reads: 'state' as const, words: ACTIVE_WORDS },
};

export const SAVED_PROGRAM_FIELDS = { ...LISTED_PROGRAM_FIELDS, ...STATUS, ...PROGRAM_FIELDS };

export const program = z.object({
  id: z.int(),
  ...rowOf(LISTED_PROGRAM_FIELDS),
  status: z.int(),
});
export type Program = z.infer<typeof program>;

export const bit = z.literal([0, 1]);

export const programTag = z.object({
  id: z.int(),
  name: z.string(),
  active: bit,
  /** An "Instructor Tag". */
  is_customer_tag: bit,
  /** The number of classes with this tag; it cannot be deleted before that is 0. */
  classes: z.int(),
});
export type ProgramTag = z.infer<typeof programTag>;

export const programDetails = program.extend({
  status: bit,
  ...rowOf(PROGRAM_FIELDS),
  data: z.object({ ...eachText(() => z.string()), populate_discount: z.boolean() }),
  tags: z.array(programTag),
  /** Creation of the site's API key, whose value is not stored; null without one. */
  site_key_at: moment.nullable(),
  updated_at: moment,
});
export type ProgramDetails = z.infer<typeof programDetails>;

const programData = z
  .object({ ...eachText((name) => clearable(programText(name))), populate_discount: flag })
  .partial();

export const programChange = z
  .object({ ...inputOf(SAVED_PROGRAM_FIELDS), data: programData, updated_at: updatedAt })
  .partial();
export type ProgramChange = z.output<typeof programChange>;

/** Omitted fields take the database's defaults. */
export const newProgram = z.object({
  ...programChange.shape,
  program_tag: LISTED_PROGRAM_FIELDS.program_tag.input,
  program_display_name: LISTED_PROGRAM_FIELDS.program_display_name.input,
});
export type NewProgram = z.output<typeof newProgram>;

/** A new program as one form holds it: texts beside the other fields. */
export const programForm = newProgram.omit({ data: true }).extend(programData.shape);

const tagInput = z.object({
  id: id.nullish(),
  // One name however it is composed: a tag of the same look would be another to whoever searches for it.
  name: trimmedText(MAX_NAME).normalize('NFC').min(1, 'Enter a name'),
  active: flag.optional().default(true),
  is_customer_tag: flag.optional().default(false),
});
export const programTags = z.object({ tags: z.array(tagInput).max(200) });

const knownProduct = z.object({ name: z.string(), active: z.boolean() });
const knownPrice = z.object({
  /** Major units; null for tiered prices. */
  amount: z.number().nullable(),
  currency: z.string(),
  /** The billing interval; null: once. */
  interval: z.enum(['day', 'week', 'month', 'year']).nullable(),
  interval_count: z.int(),
  active: z.boolean(),
  product_id: z.string(),
});

/** The payment provider's data of each id; null where it was not asked or knows none. */
export const knownIds = z.object({
  product_id: knownProduct.nullable(),
  price_id: knownPrice.nullable(),
  coupon: knownCoupon.nullable(),
});
export type KnownIds = z.infer<typeof knownIds>;

export const subscription = z.object({
  type: z.enum(SUBSCRIPTION_TYPES),
  product_id: z.string(),
  price_id: z.string(),
  coupon: z.string(),
  known: knownIds,
});
export type Subscription = z.infer<typeof subscription>;

/** An id of a payment provider; omitted it stays. */
const providerId = clearable(trimmedText(MAX_PROVIDER_ID)).optional();
export const subscriptionInput = z.object({
  type: z.enum(SUBSCRIPTION_TYPES),
  product_id: providerId,
  price_id: providerId,
  coupon: providerId,
});

export const programTexts = eachText(programText);

export const programTranslations = translationRoutes(
  { access: PROGRAMS_NOUNS.program.languages.access, path: 'program/{id}', called: 'a program' },
  programTexts,
);
export const programTranslationInput = programTranslations.given;

function eachText<Schema>(schemaOf: (name: ProgramText) => Schema): { [Name in ProgramText]: Schema } {
  return Object.fromEntries(PROGRAM_TEXTS.map((name) => [name, schemaOf(name)])) as {
    [Name in ProgramText]: Schema;
  };
}
