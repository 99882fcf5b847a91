import { implementRoutes } from '../../../../server/http/routing.ts';
import { translationsOf } from '../../../../server/nouns/noun-handlers.ts';
import { saveTranslations } from '../../../../server/nouns/translations.ts';
import { classTranslationsContract } from '../contract.ts';
import { CLASS_TEXTS } from './class-texts.ts';

const routes = implementRoutes(classTranslationsContract);

export const classTranslationsRoutes = routes.router({
  classTranslations: routes.classTranslations.handler(translationsOf(CLASS_TEXTS).read),
  saveClassTranslations: routes.saveClassTranslations.handler(({ context, input }) => {
    const { class: given, updated_at = given?.updated_at, ...save } = input;
    return saveTranslations(context, CLASS_TEXTS, {
      ...save,
      updated_at,
      typo_only: given?.update_typo_only,
    });
  }),
});
