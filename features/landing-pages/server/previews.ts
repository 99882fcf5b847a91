import { directionOf, type Locale } from '../../../core/locales.ts';
import type { Context } from '../../../server/context.ts';
import { knownProgram } from '../../../server/nouns/program-assignments.ts';
import { readTranslations } from '../../../server/nouns/translations.ts';
import { PROGRAM_TEXTS } from '../../programs/rules.ts';
import { PROGRAM, PROGRAM_TRANSLATIONS } from '../../programs/server/program-noun.ts';
import { siteAddress } from '../../programs/server/site-address.ts';
import { LANDING_PAGE_TEXTS } from './landing-page-noun.ts';
import { refuseTemplate } from './landing-page-saves.ts';
import { readLandingPage } from './landing-pages.ts';
import { renderTemplate } from './page-templates.ts';

type Shown = { name: string; title: string; keywords: string; description: string; template: string };

/** Falls back to English for untranslated texts. Throws a 404 for an invisible page. */
export async function previewStored(context: Context, { id, language }: { id: number; language: Locale }) {
  const page = await readLandingPage(context, id);
  return previewTyped(context, { ...page, language });
}

/** The page as in a form; other languages have the texts of page `id`, if any. 404 for an unseen page, 403 and 400 as in a save, 400 for no such template. */
export async function previewTyped(
  context: Context,
  {
    id,
    language,
    program_id,
    ...typed
  }: Shown & { id?: number | undefined; language: Locale; program_id?: number | undefined },
): Promise<{ html: string }> {
  refuseTemplate(typed.template);
  const program = await knownProgram(context, program_id, 'program_id');
  const { translations = [] } = id ? await readTranslations(context, LANDING_PAGE_TEXTS, id) : {};
  const { title, keywords, description } =
    translations.find(({ language_slug }) => language_slug === language && language !== 'en') ?? typed;
  const values = {
    language,
    direction: directionOf(language),
    title: title || typed.title || typed.name,
    keywords: keywords || typed.keywords,
    description: description || typed.description,
    ...(await lookOf(context, program, language)),
  };
  return { html: renderTemplate(typed.template, values) };
}

/** Returns a program's texts, in the language or in English; none for the global site. */
async function lookOf(context: Context, program_id: number | null, language: Locale) {
  const program = program_id === null ? undefined : await PROGRAM.read(context, program_id);
  const { translations = [] } =
    program_id === null ? {} : await readTranslations(context, PROGRAM_TRANSLATIONS, program_id);
  const own = translations.find(({ language_slug }) => language_slug === language);
  const texts = PROGRAM_TEXTS.map((name) => [name, own?.[name] || program?.[name] || ''] as const);
  return {
    ...Object.fromEntries(texts),
    program_name: program?.program_display_name ?? '',
    site_url: program
      ? siteAddress(context.platform, program.program_tag)
      : context.platform.config.publicUrl,
  };
}
