import { implementRoutes } from '../../../server/http/routing.ts';
import { outdatedTranslationsContract } from '../contract.ts';
import { pageOfOutdated } from './outdated-translations.ts';

const routes = implementRoutes(outdatedTranslationsContract);

export const outdatedTranslationsRoutes = routes.router({
  outdatedTranslations: routes.outdatedTranslations.handler(({ context, input }) =>
    pageOfOutdated(context, input),
  ),
});
