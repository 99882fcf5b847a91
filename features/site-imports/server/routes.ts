import { implementRoutes } from '../../../server/http/routing.ts';
import { fileOfExport, pollExport } from '../../exports/server/exports.ts';
import { cancelImport, runImport, undoImport } from '../../imports/server/imports.ts';
import { pageOfImports, readImport } from '../../imports/server/read-imports.ts';
import { siteImportsContract } from '../contract.ts';
import { movedKindOf } from '../rules.ts';
import { pageOfRows, REJECTED_ROWS } from './import-rows.ts';
import { asSiteImport, createSiteImport, mapSiteImport, SITE_FILES } from './site-imports.ts';
import { siteImportsCsv } from './site-imports-csv.ts';

const routes = implementRoutes(siteImportsContract);

export const siteImportsRoutes = routes.router({
  siteImportsCsv: routes.siteImportsCsv.handler(({ context, input }) =>
    pollExport(context, siteImportsCsv, input),
  ),
  siteImports: routes.siteImports.handler(async ({ context, input }) => {
    const { imports, count } = await pageOfImports(context, SITE_FILES, input);
    return { imports: imports.map((one) => ({ ...one, kind: movedKindOf(one.kind) })), count };
  }),
  createSiteImport: routes.createSiteImport.handler(async ({ context, input }) => ({
    import: await createSiteImport(context, input, context.headers.idempotency_key),
  })),
  siteImport: routes.siteImport.handler(async ({ context, input }) => ({
    import: asSiteImport(await readImport(context, SITE_FILES, input.id)),
    ...(await pageOfRows(context, input.id, input.page)),
  })),
  mapSiteImport: routes.mapSiteImport.handler(async ({ context, input: { id, ...wish } }) => ({
    import: await mapSiteImport(context, id, wish),
  })),
  runSiteImport: routes.runSiteImport.handler(async ({ context, input }) => ({
    import: asSiteImport(await runImport(context, SITE_FILES, input.id)),
  })),
  cancelSiteImport: routes.cancelSiteImport.handler(async ({ context, input }) => ({
    import: asSiteImport(await cancelImport(context, SITE_FILES, input.id)),
  })),
  undoSiteImport: routes.undoSiteImport.handler(async ({ context, input }) => ({
    import: asSiteImport(await undoImport(context, SITE_FILES, input.id)),
  })),
  rejectedSiteImportCsv: routes.rejectedSiteImportCsv.handler(async ({ context, input }) => {
    const { kind } = await readImport(context, SITE_FILES, input.id);
    return fileOfExport(context, REJECTED_ROWS[movedKindOf(kind)], input);
  }),
});
