/** Programs as they are sent: apart from the contract, which every visit loads (docs/decisions/035-contracts-travel-as-tables.md). */
import { z } from 'zod';
import { flag, id, moment, percentage, trimmedText, updatedAt } from '../../core/fields.ts';
import { LOCALES } from '../../core/locales.ts';
import { CURRENCIES } from '../../core/money.ts';
import { translationRoutes } from '../../core/noun-routes.ts';
import { knownCoupon } from '../coupons/contract.ts';
import { MAX_NAME, MAX_PROVIDER_ID, PROGRAM_TEXTS, type ProgramText, SUBSCRIPTION_TYPES } from './rules.ts';

/** What every signed-in person may read of a program. */
export const program = z.object({
  id: z.int(),
  program_tag: z.string(),
  program_display_name: z.string(),
  support_email: z.string(),
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
  /** How many classes bear it: as long as there is one, it stays. */
  classes: z.int(),
});
export type ProgramTag = z.infer<typeof programTag>;

export const programDetails = program.extend({
  status: bit,
  lilt_enabled: bit,
  default_locale: z.enum(LOCALES),
  default_currency: z.enum(CURRENCIES),
  stripe_subscription_referrer: z.string(),
  stripe_subscription_percent: z.number(),
  affiliate: bit,
  data: z.object({ ...eachText(() => z.string()), populate_discount: z.boolean() }),
  tags: z.array(programTag),
  /** When the key by which its site calls was made; null: there is none. The key itself is not kept. */
  site_key_at: moment.nullable(),
  updated_at: moment,
});
export type ProgramDetails = z.infer<typeof programDetails>;

const SHORT_TEXT = 200;
const LONG_TEXT = 2000;

const programText = (name: ProgramText) => trimmedText(name.startsWith('row_') ? LONG_TEXT : SHORT_TEXT);
/** A text that may be empty; null empties it. */
const clearable = (schema: z.ZodType<string, string>) => schema.nullable().transform((value) => value ?? '');

/** As typed: a mailbox may tell its letters apart. */
const address = trimmedText(254).refine(
  (value) => value === '' || z.email().safeParse(value).success,
  'must be an email address or empty',
);

const programData = z
  .object({ ...eachText((name) => clearable(programText(name))), populate_discount: flag })
  .partial();

const fields = {
  program_tag: trimmedText(64)
    .min(1, 'Enter a tag')
    .regex(/^[a-z0-9-]*$/, 'Use lower-case letters, digits and dashes'),
  program_display_name: trimmedText(MAX_NAME).min(1, 'Enter a name'),
  support_email: clearable(address),
  status: flag,
  lilt_enabled: flag,
  affiliate: flag,
  default_locale: z.enum(LOCALES),
  default_currency: z.enum(CURRENCIES),
  stripe_subscription_referrer: clearable(trimmedText(MAX_PROVIDER_ID)),
  stripe_subscription_percent: percentage,
  data: programData,
  updated_at: updatedAt,
};

/** A change: what is left out stays as it is. */
export const programChange = z.object(fields).partial();
export type ProgramChange = z.output<typeof programChange>;

/** What a new program is made of; what is left out has the database's own default. */
export const newProgram = z.object({
  ...programChange.shape,
  program_tag: fields.program_tag,
  program_display_name: fields.program_display_name,
});
export type NewProgram = z.output<typeof newProgram>;

/** The same as one form holds it: the texts beside the other fields. */
export const programForm = newProgram.omit({ data: true }).extend(programData.shape);

const tagInput = z.object({
  /** None for a new one. */
  id: id.nullish(),
  // One name however it is composed: a tag of the same look would be another to whoever searches for it.
  name: trimmedText(MAX_NAME).normalize('NFC').min(1, 'Enter a name'),
  active: flag.optional().default(true),
  is_customer_tag: flag.optional().default(false),
});
export const programTags = z.object({ tags: z.array(tagInput).max(200) });

const knownProduct = z.object({ name: z.string(), active: z.boolean() });
const knownPrice = z.object({
  /** Major units; null where it is no single amount. */
  amount: z.number().nullable(),
  currency: z.string(),
  /** How often it is paid; null: once. */
  interval: z.enum(['day', 'week', 'month', 'year']).nullable(),
  interval_count: z.int(),
  active: z.boolean(),
  /** Of which product it is a price. */
  product_id: z.string(),
});

/** What the payment provider says of each id; null where it was not asked, or knows none. */
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
  /** As it was when each id was last saved. */
  known: knownIds,
});
export type Subscription = z.infer<typeof subscription>;

/** An id that a payment provider gave; what is left out stays. */
const providerId = clearable(trimmedText(MAX_PROVIDER_ID)).optional();
export const subscriptionInput = z.object({
  type: z.enum(SUBSCRIPTION_TYPES),
  product_id: providerId,
  price_id: providerId,
  coupon: providerId,
});

/** What is translated of it, with its limits. */
export const programTexts = eachText(programText);

/** The saving of its texts, and what a language of it holds. */
export const programTranslations = translationRoutes(
  { access: { role: 'superadmin' }, path: 'program/{id}', called: 'a program' },
  programTexts,
);
export const programTranslationInput = programTranslations.given;

function eachText<Schema>(schemaOf: (name: ProgramText) => Schema): { [Name in ProgramText]: Schema } {
  return Object.fromEntries(PROGRAM_TEXTS.map((name) => [name, schemaOf(name)])) as {
    [Name in ProgramText]: Schema;
  };
}
