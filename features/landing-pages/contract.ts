/** Landing pages. Specification: Banners and landing pages. */
import { z } from 'zod';
import { counted, moment, pathId, programId, text, trimmedText, updatedAt } from '../../core/fields.ts';
import { type Filters, filterInput, pageInput } from '../../core/filters.ts';
import { LOCALES } from '../../core/locales.ts';
import { translationRoutes, typoOnly } from '../../core/noun-routes.ts';
import { ARCHIVED_AT, ARCHIVED_FILTER, archiveRoutes } from '../../core/nouns/archive-routes.ts';
import {
  ACTIVE,
  inputOf,
  newOf,
  optionalText,
  requiredText,
  rowOf,
  translationOf,
} from '../../core/nouns/field-set.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute } from '../exports/contract.ts';
import { LANDING_PAGES_NOUNS } from './noun.ts';

const access = { area: 'content' } as const;

export const LANDING_PAGE_SORTS = ['id', 'name', 'template', 'program'] as const;

export const LANDING_PAGE_FILTERS = {
  // For the search alone, as it has no label.
  name: { by: 'words' },
  program_id: { by: 'program', label: 'Program' },
  ...ARCHIVED_FILTER,
} as const satisfies Filters;

const path = trimmedText(200)
  .toLowerCase()
  .min(1, 'Enter a path')
  .regex(/^\/[a-z0-9/_-]*$/, 'must start with / and only contain a-z, 0-9, -, _ and /')
  // A link to it would lead to another host.
  .refine((value) => !value.startsWith('//'), 'must start with one /');

export const LANDING_PAGE_FIELDS = {
  name: requiredText('Name', trimmedText(200), 'Enter a name'),
  path: { label: 'Path', input: path, row: z.string() },
  title: optionalText('Title', trimmedText(200)),
  keywords: optionalText('Keywords', trimmedText(1000)),
  description: optionalText('Description', text(20_000)),
  template: requiredText('Template', trimmedText(100), 'Choose a template'),
  active: ACTIVE,
};

const landingPage = z.object({
  id: z.int(),
  ...rowOf(LANDING_PAGE_FIELDS),
  /** 0: the global site. */
  program_id: z.int(),
  /** Null: of the global site. */
  program_display_name: z.string().nullable(),
  updated_at: moment,
  ...ARCHIVED_AT,
});
export type LandingPage = z.infer<typeof landingPage>;

const template = z.object({ file_name: z.string() });

export const newLandingPage = z.object({
  ...newOf(LANDING_PAGE_FIELDS),
  program_id: programId.optional(),
  updated_at: updatedAt,
});
export type NewLandingPage = z.output<typeof newLandingPage>;

const landingPageChange = z
  .object({ ...inputOf(LANDING_PAGE_FIELDS), program_id: programId, updated_at: updatedAt })
  .partial();
export type LandingPageChange = z.output<typeof landingPageChange>;

const { languages } = LANDING_PAGES_NOUNS.landing_page;
const texts = translationOf(LANDING_PAGE_FIELDS, languages.fields);
const place = { access: languages.access, path: 'landing-page/{id}', called: 'a landing page' };
const translations = translationRoutes(place, texts);
export const landingPageTranslationInput = translations.given;

const saved = z.object({ page: landingPage });
const language = z.enum(LOCALES).optional().default('en');

const archiving = archiveRoutes({
  access,
  path: LANDING_PAGES_NOUNS.landing_page.archives,
  called: 'a landing page',
});

export const LANDING_PAGE_CSV = {
  id: ['ID', 'number'],
  name: ['Name', 'text'],
  path: ['Path', 'text'],
  template: ['Template', 'text'],
  active: ['Active', 'flag', ['Live', 'Off']],
  program_id: ['Program', 'program'],
} as const satisfies CsvColumns;

export const landingPagesContract = {
  landingPages: route(access, {
    method: 'GET',
    path: 'landing-pages',
    reads: 'replica',
    summary: 'A page of landing pages, and the templates that there are',
    input: z.strictObject(pageInput(LANDING_PAGE_FILTERS, LANDING_PAGE_SORTS)),
    output: z.object({ pages: z.array(landingPage), ...counted, templates: z.array(template) }),
  }),
  landingPagesCsv: csvRoute(access, {
    path: 'landing-pages',
    summary: 'The landing pages of the list',
    filters: filterInput(LANDING_PAGE_FILTERS),
  }),
  landingPage: route(access, {
    method: 'GET',
    path: 'landing-page/{id}',
    summary: 'A landing page',
    input: z.strictObject({ id: pathId }),
    output: saved,
  }),
  createLandingPage: route(access, {
    method: 'POST',
    path: 'landing-page',
    summary: 'Create a landing page',
    input: newLandingPage,
    output: saved,
    idempotent: true,
  }),
  updateLandingPage: route(access, {
    method: 'PATCH',
    path: 'landing-page/{id}',
    summary: 'Change a landing page',
    input: landingPageChange.extend({ id: pathId, typo_only: typoOnly }),
    output: saved,
  }),
  landingPageTranslations: translations.read,
  saveLandingPageTranslations: translations.save,
  previewStoredLandingPage: route(access, {
    method: 'GET',
    path: 'landing-page/{id}/preview',
    summary: 'A landing page in one language, as HTML without scripts',
    input: z.strictObject({ id: pathId, language }),
    output: z.object({ html: z.string() }),
  }),
  previewLandingPage: route(access, {
    method: 'POST',
    path: 'landing-page/preview',
    summary: 'The preview of an unsaved landing page; with an id, in the languages of that page',
    input: z.object({
      // What a form holds before it can be saved can be looked at all the same.
      id: pathId.optional(),
      language,
      name: text(200).optional().default(''),
      title: text(200).optional().default(''),
      keywords: text(1000).optional().default(''),
      description: text(20_000).optional().default(''),
      template: LANDING_PAGE_FIELDS.template.input,
      program_id: programId.optional(),
    }),
    output: z.object({ html: z.string() }),
  }),
  duplicateLandingPage: archiving.duplicate,
  archiveLandingPage: archiving.archive,
  restoreLandingPage: archiving.restore,
  archiveLandingPages: archiving.many,
};
