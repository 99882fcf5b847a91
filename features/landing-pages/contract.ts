/** Landing pages. Specification: Banners and landing pages. */
import { z } from 'zod';
import { counted, flag, moment, pathId, programId, text, trimmedText, updatedAt } from '../../core/fields.ts';
import { type Filters, pageInput } from '../../core/filters.ts';
import { LOCALES } from '../../core/locales.ts';
import { translationRoutes, typoOnly } from '../../core/noun-routes.ts';
import { route } from '../../core/route.ts';

const access = { area: 'content' } as const;

export const LANDING_PAGE_SORTS = ['id', 'name', 'template', 'program'] as const;

export const LANDING_PAGE_FILTERS = {
  program_id: { by: 'program', label: 'Program' },
} as const satisfies Filters;

const landingPage = z.object({
  id: z.int(),
  name: z.string(),
  path: z.string(),
  title: z.string(),
  keywords: z.string(),
  description: z.string(),
  /** The file name of its template. */
  template: z.string(),
  /** 0: the global site. */
  program_id: z.int(),
  /** Null: of the global site. */
  program_display_name: z.string().nullable(),
  active: z.literal([0, 1]),
  updated_at: moment,
});
export type LandingPage = z.infer<typeof landingPage>;

const template = z.object({ file_name: z.string() });

const texts = { title: trimmedText(200), keywords: trimmedText(1000), description: text(20_000) };

const fields = {
  name: trimmedText(200).min(1, 'Enter a name'),
  path: trimmedText(200)
    .toLowerCase()
    .min(1, 'Enter a path')
    .regex(/^\/[a-z0-9/_-]*$/, 'must begin with / and hold only a-z, 0-9, -, _ and /')
    // A link to it would lead to another host.
    .refine((path) => !path.startsWith('//'), 'must begin with one /'),
  ...texts,
  template: trimmedText(100).min(1, 'Choose a template'),
  program_id: programId,
  active: flag,
  updated_at: updatedAt,
};

/** Unknown fields are ignored. */
export const newLandingPage = z.object({
  ...fields,
  title: fields.title.optional().default(''),
  keywords: fields.keywords.optional().default(''),
  description: fields.description.optional().default(''),
  program_id: fields.program_id.optional(),
  active: fields.active.optional().default(true),
});
export type NewLandingPage = z.output<typeof newLandingPage>;

const landingPageChange = z.object(fields).partial();
export type LandingPageChange = z.output<typeof landingPageChange>;

const place = { access, path: 'landing-page/{id}', called: 'a landing page' };
const translations = translationRoutes(place, texts);
export const landingPageTranslationInput = translations.given;

const saved = z.object({ page: landingPage });
const language = z.enum(LOCALES).optional().default('en');

export const landingPagesContract = {
  landingPages: route(access, {
    method: 'GET',
    path: 'landing-pages',
    summary: 'A page of landing pages, and the templates that there are',
    input: z.strictObject(pageInput(LANDING_PAGE_FILTERS, LANDING_PAGE_SORTS)),
    output: z.object({ pages: z.array(landingPage), ...counted, templates: z.array(template) }),
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
    summary: 'A landing page in a language as its site shows it, as HTML without scripts',
    input: z.strictObject({ id: pathId, language }),
    output: z.object({ html: z.string() }),
  }),
  previewLandingPage: route(access, {
    method: 'POST',
    path: 'landing-page/preview',
    summary: 'The same of a page as it stands in a form; with an id, in the languages of that page',
    input: z.object({
      // What a form holds before it can be saved can be looked at all the same.
      id: pathId.optional(),
      language,
      name: text(200).optional().default(''),
      title: text(200).optional().default(''),
      keywords: text(1000).optional().default(''),
      description: text(20_000).optional().default(''),
      template: fields.template,
      program_id: fields.program_id.optional(),
    }),
    output: z.object({ html: z.string() }),
  }),
};
