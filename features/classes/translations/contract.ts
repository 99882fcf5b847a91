/** Class names and descriptions in other languages. Specification: Class translations. */
import { z } from 'zod';
import { flag, text, trimmedText, updatedAt } from '../../../core/fields.ts';
import { translationRoutes } from '../../../core/noun-routes.ts';
import { CLASSES_NOUNS } from '../noun.ts';

const translations = translationRoutes(
  { access: CLASSES_NOUNS.class.languages.access, path: 'class/{id}', called: 'a class' },
  { class_name: trimmedText(500), description: text(20_000), additional_info: text(20_000) },
  /** English is edited with the class; `update_typo_only` marks its last change as a mere typo. */
  {
    class: z.object({ update_typo_only: flag.optional().default(false), updated_at: updatedAt }).optional(),
  },
);

export const classTranslationInput = translations.given;

export const classTranslationsContract = {
  classTranslations: translations.read,
  saveClassTranslations: translations.save,
};
