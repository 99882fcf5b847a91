/** Programs: as choosers need them, and as they are set up. Specification: Choosers; Site programs. */
import { z } from 'zod';
import {
  counted,
  flag,
  id,
  moment,
  page,
  pageOfRow,
  pathId,
  sortBy,
  sortDest,
  textFilter,
  trimmedText,
  updatedAt,
} from '../../core/fields.ts';
import { assignmentRoutes, translationRoutes, typoOnly } from '../../core/noun-routes.ts';
import { asOfRoute } from '../../core/nouns/as-of-routes.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute } from '../exports/contract.ts';
import {
  bit,
  knownIds,
  newProgram,
  program,
  programChange,
  programDetails,
  programTag,
  programTags,
  programTexts,
  programTranslations,
  subscription,
  subscriptionInput,
} from './program-schemas.ts';
import { MAX_PROVIDER_ID, SUBSCRIPTION_TYPES } from './rules.ts';

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

const place = { path: 'program/{id}', called: 'a program' };
const reading = { ...place, access };
const writing = { ...place, access: superadmin };
const defaults = {
  read: assignmentRoutes(reading, 'programs').read,
  save: assignmentRoutes(writing, 'programs').save,
};
const byId = z.strictObject({ id: pathId });
const typedId = trimmedText(MAX_PROVIDER_ID).optional().default('');
const details = z.object({ program: programDetails });
const subscriptions = z.object({ subscriptions: z.array(subscription), updated_at: moment });

export const PROGRAM_CSV = {
  id: ['ID', 'number'],
  program_tag: ['Program tag', 'text'],
  program_display_name: ['Program name', 'text'],
  support_email: ['Support email', 'text'],
  status: ['Status', 'flag', ['Active', 'Inactive']],
} as const satisfies CsvColumns;

export const programsContract = {
  programs: route('signed_in', {
    method: 'GET',
    path: 'programs',
    reads: 'replica',
    summary: 'Programs the caller may see; all of them without a page',
    input: z.strictObject({
      page: z.union([z.undefined(), page]),
      page_of: pageOfRow,
      status: z.enum(['active', 'all']).optional().default('active'),
      name: textFilter,
      sort_by: sortBy(PROGRAM_SORTS),
      sort_dest: sortDest,
    }),
    output: z.object({ programs: z.array(program), ...counted }),
  }),
  programsCsv: csvRoute('signed_in', {
    path: 'programs',
    summary: 'The programs of the list',
    filters: { name: textFilter },
  }),
  program: route(access, {
    method: 'GET',
    path: 'program/{id}',
    summary: 'A program with its texts and tags',
    input: byId,
    output: details.extend({
      /** The address of its site; null where neither `SITE_URL` nor an example site is set up. */
      site_address: z.string().nullable(),
    }),
  }),
  programAsOf: asOfRoute({ access, path: 'program/{id}', called: 'a program' }),
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
    summary: 'Turn affiliates on or off for a program: the caller’s own, or for global admins the given one',
    input: z.strictObject({ affiliate: flag, program_id: id.nullish(), updated_at: updatedAt }),
    output: z.object({ program_id: z.int(), affiliate: bit, updated_at: moment }),
  }),
  saveProgramTags: route(programadmin, {
    method: 'PATCH',
    path: 'program/{id}/tags',
    summary: 'Replace the tags of a program: known ones by their id, new ones without',
    input: z.strictObject({ id: pathId, ...programTags.shape, updated_at: updatedAt }),
    output: z.object({ tags: z.array(programTag), updated_at: moment }),
  }),
  programSubscriptions: route(access, {
    method: 'GET',
    path: 'program/{id}/subscriptions',
    summary: 'The subscriptions of a program: monthly, yearly and cancellation offer',
    input: byId,
    output: subscriptions,
  }),
  subscriptionLookup: route(superadmin, {
    method: 'GET',
    path: 'subscription-lookup',
    summary: 'The details of Stripe IDs; null where Stripe has none with this ID or no provider is set up',
    input: z.strictObject({ product_id: typedId, price_id: typedId, coupon: typedId }),
    output: z.object({ known: knownIds, asked: z.boolean() }),
  }),
  saveProgramSubscriptions: route(superadmin, {
    method: 'PATCH',
    path: 'program/{id}/subscriptions',
    summary: 'Save the given subscriptions; the others stay. New IDs are checked with the payment provider',
    input: z.strictObject({
      id: pathId,
      subscriptions: z.array(subscriptionInput).max(SUBSCRIPTION_TYPES.length),
      updated_at: updatedAt,
    }),
    output: subscriptions,
  }),
  programTranslations: translationRoutes(reading, programTexts).read,
  saveProgramTranslations: programTranslations.save,
  programDefaults: defaults.read,
  saveProgramDefaults: defaults.save,
};
