/** Programs: as choosers need them, and as they are set up. Specification: Choosers; Site programs. */
import { z } from 'zod';
import {
  flag,
  id,
  moment,
  page,
  pathId,
  percentage,
  sortBy,
  sortDest,
  text,
  textFilter,
  updatedAt,
} from '../../core/fields.ts';
import { LOCALES } from '../../core/locales.ts';
import { CURRENCIES } from '../../core/money.ts';
import { assignmentRoutes, translationRoutes, typoOnly } from '../../core/noun-routes.ts';
import { route } from '../../core/route.ts';
import { MAX_NAME, MAX_PROVIDER_ID, PROGRAM_TEXTS, type ProgramText, SUBSCRIPTION_TYPES } from './rules.ts';

const access = { area: 'catalogue' } as const;
const superadmin = { role: 'superadmin' } as const;
const programadmin = { role: 'programadmin' } as const;

export const PROGRAM_SORTS = [
  'id',
  'program_tag',
  'program_display_name',
  'support_email',
  'status',
] as const;

/** What every signed-in person may read of a program. */
export const program = z.object({
  id: z.int(),
  program_tag: z.string(),
  program_display_name: z.string(),
  support_email: z.string(),
  status: z.int(),
});
export type Program = z.infer<typeof program>;

const bit = z.literal([0, 1]);

const tag = z.object({
  id: z.int(),
  name: z.string(),
  active: bit,
  /** An "Instructor Tag". */
  is_customer_tag: bit,
  /** How many classes bear it: as long as there is one, it stays. */
  classes: z.int(),
});
export type ProgramTag = z.infer<typeof tag>;

const programDetails = program.extend({
  status: bit,
  lilt_enabled: bit,
  default_locale: z.enum(LOCALES),
  default_currency: z.enum(CURRENCIES),
  stripe_subscription_referrer: z.string(),
  stripe_subscription_percent: z.number(),
  affiliate: bit,
  data: z.object({ ...eachText(() => z.string()), populate_discount: z.boolean() }),
  tags: z.array(tag),
  /** When the key by which its site calls was made; null: there is none. The key itself is not kept. */
  site_key_at: moment.nullable(),
  updated_at: moment,
});
export type ProgramDetails = z.infer<typeof programDetails>;

const SHORT_TEXT = 200;
const LONG_TEXT = 2000;

const programText = (name: ProgramText) => text(name.startsWith('row_') ? LONG_TEXT : SHORT_TEXT).trim();
/** A text that may be empty; null empties it. */
const clearable = (schema: z.ZodType<string, string>) => schema.nullable().transform((value) => value ?? '');

const address = text(254)
  .trim()
  .toLowerCase()
  .refine((value) => value === '' || z.email().safeParse(value).success, 'must be an email address or empty');

const programTexts = z
  .object({ ...eachText((name) => clearable(programText(name))), populate_discount: flag })
  .partial();

const fields = {
  program_tag: text(64)
    .trim()
    .min(1, 'Enter a tag')
    .regex(/^[a-z0-9-]*$/, 'Use lower-case letters, digits and dashes'),
  program_display_name: text(MAX_NAME).trim().min(1, 'Enter a name'),
  support_email: clearable(address),
  status: flag,
  lilt_enabled: flag,
  affiliate: flag,
  default_locale: z.enum(LOCALES),
  default_currency: z.enum(CURRENCIES),
  stripe_subscription_referrer: clearable(text(MAX_PROVIDER_ID).trim()),
  stripe_subscription_percent: percentage,
  data: programTexts,
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
export const programForm = newProgram.omit({ data: true }).extend(programTexts.shape);

const tagInput = z.object({
  /** None for a new one. */
  id: id.nullish(),
  name: text(MAX_NAME).trim().min(1, 'Enter a name'),
  active: flag.optional().default(true),
  is_customer_tag: flag.optional().default(false),
});
export const programTags = z.object({ tags: z.array(tagInput).max(200) });

const subscription = z.object({
  type: z.enum(SUBSCRIPTION_TYPES),
  product_id: z.string(),
  price_id: z.string(),
  coupon: z.string(),
});
export type Subscription = z.infer<typeof subscription>;

/** An id that a payment provider gave; what is left out stays. */
const providerId = clearable(text(MAX_PROVIDER_ID).trim()).optional();
export const subscriptionInput = z.object({
  type: z.enum(SUBSCRIPTION_TYPES),
  product_id: providerId,
  price_id: providerId,
  coupon: providerId,
});

const place = { path: 'program/{id}', called: 'a program' };
const reading = { ...place, access };
const writing = { ...place, access: superadmin };
const defaults = {
  read: assignmentRoutes(reading, 'programs').read,
  save: assignmentRoutes(writing, 'programs').save,
};
const texts = eachText(programText);
const translations = translationRoutes(writing, texts);

export const programTranslationInput = translations.given;

const byId = z.strictObject({ id: pathId });
const details = z.object({ program: programDetails });
const subscriptions = z.object({ subscriptions: z.array(subscription), updated_at: moment });

export const programsContract = {
  programs: route('signed_in', {
    method: 'GET',
    path: 'programs',
    summary: 'Programs the caller may see; all of them where no page is asked for',
    input: z.strictObject({
      page: z.union([z.undefined(), page]),
      status: z.enum(['active', 'all']).optional().default('active'),
      name: textFilter,
      sort_by: sortBy(PROGRAM_SORTS),
      sort_dest: sortDest,
    }),
    output: z.object({ programs: z.array(program), count: z.int() }),
  }),
  program: route(access, {
    method: 'GET',
    path: 'program/{id}',
    summary: 'A program with its texts and tags',
    input: byId,
    output: details,
  }),
  createProgram: route(superadmin, {
    method: 'POST',
    path: 'program',
    summary: 'Create a program',
    input: z.strictObject({ program_data: newProgram }),
    output: details,
    idempotent: true,
  }),
  updateProgram: route(superadmin, {
    method: 'PATCH',
    path: 'program/{id}',
    summary: 'Change a program',
    input: z.strictObject({ id: pathId, program_data: programChange, typo_only: typoOnly }),
    output: details,
  }),
  setProgramAffiliate: route(programadmin, {
    method: 'PATCH',
    path: 'program',
    summary: 'Say whether a program has affiliates: the caller’s own, or for global staff the one named',
    input: z.strictObject({ affiliate: flag, program_id: id.nullish(), updated_at: updatedAt }),
    output: z.object({ program_id: z.int(), affiliate: bit, updated_at: moment }),
  }),
  saveProgramTags: route(programadmin, {
    method: 'PATCH',
    path: 'program/{id}/tags',
    summary: 'Replace the tags of a program: known ones by their id, new ones without',
    input: z.strictObject({ id: pathId, ...programTags.shape, updated_at: updatedAt }),
    output: z.object({ tags: z.array(tag), updated_at: moment }),
  }),
  programSubscriptions: route(access, {
    method: 'GET',
    path: 'program/{id}/subscriptions',
    summary: 'What a program sells by the month and by the year, and what it offers to whoever cancels',
    input: byId,
    output: subscriptions,
  }),
  saveProgramSubscriptions: route(superadmin, {
    method: 'PATCH',
    path: 'program/{id}/subscriptions',
    summary: 'Save the subscriptions that are named; the others stay',
    input: z.strictObject({
      id: pathId,
      subscriptions: z.array(subscriptionInput).max(SUBSCRIPTION_TYPES.length),
      updated_at: updatedAt,
    }),
    output: subscriptions,
  }),
  programTranslations: translationRoutes(reading, texts).read,
  saveProgramTranslations: translations.save,
  programDefaults: defaults.read,
  saveProgramDefaults: defaults.save,
  // Not idempotent: what answers a key again keeps the answer, and this one is not to be kept.
  makeSiteKey: route(superadmin, {
    method: 'POST',
    path: 'program/{id}/site-key',
    summary: 'Make the key by which the site of a program calls, in place of the one before; answered once',
    input: z.strictObject({ id: pathId, updated_at: updatedAt }),
    output: z.object({ site_key: z.string(), site_key_at: moment, updated_at: moment }),
  }),
};

function eachText<Schema>(schemaOf: (name: ProgramText) => Schema): { [Name in ProgramText]: Schema } {
  return Object.fromEntries(PROGRAM_TEXTS.map((name) => [name, schemaOf(name)])) as {
    [Name in ProgramText]: Schema;
  };
}
