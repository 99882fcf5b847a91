import { implementRoutes } from '../../../server/http/routing.ts';
import { fileOfExport, pollExport } from '../../exports/server/exports.ts';
import { cancelImport, mapImport, runImport, undoImport } from '../../imports/server/imports.ts';
import { pageOfImports, readImport } from '../../imports/server/read-imports.ts';
import { userImportsContract } from '../contract.ts';
import { pageOfRows, rejectedRows } from './import-rows.ts';
import { asUserImport, createUserImport, USER_FILES } from './user-imports.ts';
import { userImportsCsv } from './user-imports-csv.ts';

const routes = implementRoutes(userImportsContract);

export const userImportsRoutes = routes.router({
  userImportsCsv: routes.userImportsCsv.handler(({ context, input }) =>
    pollExport(context, userImportsCsv, input),
  ),
  userImports: routes.userImports.handler(({ context, input }) => pageOfImports(context, USER_FILES, input)),
  createUserImport: routes.createUserImport.handler(async ({ context, input }) => ({
    import: await createUserImport(context, input, context.headers.idempotency_key),
  })),
  userImport: routes.userImport.handler(async ({ context, input }) => ({
    import: asUserImport(await readImport(context, USER_FILES, input.id)),
    ...(await pageOfRows(context, input.id, input.page)),
  })),
  mapUserImport: routes.mapUserImport.handler(async ({ context, input: { id, ...wish } }) => ({
    import: asUserImport(await mapImport(context, USER_FILES, id, wish)),
  })),
  runUserImport: routes.runUserImport.handler(async ({ context, input }) => ({
    import: asUserImport(await runImport(context, USER_FILES, input.id)),
  })),
  cancelUserImport: routes.cancelUserImport.handler(async ({ context, input }) => ({
    import: asUserImport(await cancelImport(context, USER_FILES, input.id)),
  })),
  undoUserImport: routes.undoUserImport.handler(async ({ context, input }) => ({
    import: asUserImport(await undoImport(context, USER_FILES, input.id)),
  })),
  rejectedUserImportCsv: routes.rejectedUserImportCsv.handler(async ({ context, input }) => {
    await readImport(context, USER_FILES, input.id);
    return fileOfExport(context, rejectedRows, input);
  }),
});
