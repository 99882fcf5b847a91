import { implementRoutes } from '../../../server/http/routing.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { outdatedTranslationsContract } from '../contract.ts';
import { markManyUpToDate, markOutdated } from './marks.ts';
import { outdatedTranslationsCsv } from './outdated-csv.ts';
import { readOutdatedTexts } from './outdated-texts.ts';
import { pageOfOutdated } from './outdated-translations.ts';

const routes = implementRoutes(outdatedTranslationsContract);

export const outdatedTranslationsRoutes = routes.router({
  outdatedTranslationsCsv: routes.outdatedTranslationsCsv.handler(({ context, input }) =>
    pollExport(context, outdatedTranslationsCsv, input),
  ),
  outdatedTranslations: routes.outdatedTranslations.handler(({ context, input }) =>
    pageOfOutdated(context, input),
  ),
  outdatedTexts: routes.outdatedTexts.handler(({ context, input }) => readOutdatedTexts(context, input)),
  markUpToDate: routes.markUpToDate.handler(({ context, input }) => markManyUpToDate(context, input.items)),
  markOutdated: routes.markOutdated.handler(({ context, input }) => markOutdated(context, input.items)),
});
