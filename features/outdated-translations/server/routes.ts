import { implementRoutes } from '../../../server/http/routing.ts';
import { outdatedTranslationsContract } from '../contract.ts';
import { markManyUpToDate, markOutdated } from './marks.ts';
import { readOutdatedTexts } from './outdated-texts.ts';
import { pageOfOutdated } from './outdated-translations.ts';

const routes = implementRoutes(outdatedTranslationsContract);

export const outdatedTranslationsRoutes = routes.router({
  outdatedTranslations: routes.outdatedTranslations.handler(({ context, input }) =>
    pageOfOutdated(context, input),
  ),
  outdatedTexts: routes.outdatedTexts.handler(({ context, input }) => readOutdatedTexts(context, input)),
  markUpToDate: routes.markUpToDate.handler(({ context, input }) => markManyUpToDate(context, input.items)),
  markOutdated: routes.markOutdated.handler(({ context, input }) => markOutdated(context, input.items)),
});
