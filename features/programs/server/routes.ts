import { implementRoutes } from '../../../server/http/routing.ts';
import { assignmentsOf, translationsOf } from '../../../server/nouns/noun-handlers.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { programsContract } from '../contract.ts';
import { programAsOf } from './program-history.ts';
import { PROGRAM_DEFAULTS, PROGRAM_TRANSLATIONS } from './program-noun.ts';
import { createProgram, saveDefaults, setAffiliate, updateProgram } from './program-saves.ts';
import { lookUpSubscription, readSubscriptions, saveSubscriptions } from './program-subscriptions.ts';
import { saveTags } from './program-tags.ts';
import { pageOfPrograms, readProgram } from './programs.ts';
import { programsCsv } from './programs-csv.ts';
import { siteToView } from './site-address.ts';

const routes = implementRoutes(programsContract);

export const programsRoutes = routes.router({
  programsCsv: routes.programsCsv.handler(({ context, input }) => pollExport(context, programsCsv, input)),
  programs: routes.programs.handler(({ context, input }) => pageOfPrograms(context, input)),
  program: routes.program.handler(async ({ context, input }) => {
    const program = await readProgram(context, input.id);
    return { program, site_address: await siteToView(context.platform, program) };
  }),
  programAsOf: routes.programAsOf.handler(({ context, input }) => programAsOf(context, input)),
  createProgram: routes.createProgram.handler(async ({ context, input }) => ({
    program: await createProgram(context, input.program_data),
  })),
  updateProgram: routes.updateProgram.handler(async ({ context, input }) => ({
    program: await updateProgram(context, input),
  })),
  setProgramAffiliate: routes.setProgramAffiliate.handler(({ context, input }) =>
    setAffiliate(context, input),
  ),
  saveProgramTags: routes.saveProgramTags.handler(({ context, input }) => saveTags(context, input)),
  programSubscriptions: routes.programSubscriptions.handler(({ context, input }) =>
    readSubscriptions(context, input.id),
  ),
  subscriptionLookup: routes.subscriptionLookup.handler(({ context, input }) =>
    lookUpSubscription(context, input),
  ),
  saveProgramSubscriptions: routes.saveProgramSubscriptions.handler(({ context, input }) =>
    saveSubscriptions(context, input),
  ),
  programTranslations: routes.programTranslations.handler(translationsOf(PROGRAM_TRANSLATIONS).read),
  saveProgramTranslations: routes.saveProgramTranslations.handler(translationsOf(PROGRAM_TRANSLATIONS).save),
  programDefaults: routes.programDefaults.handler(assignmentsOf(PROGRAM_DEFAULTS).read),
  saveProgramDefaults: routes.saveProgramDefaults.handler(({ context, input }) =>
    saveDefaults(context, input),
  ),
});
