import { implementRoutes } from '../../../server/http/routing.ts';
import { fileOfExport } from '../../exports/server/exports.ts';
import { userImportsContract } from '../contract.ts';
import { pageOfRows, rejectedRows } from './import-rows.ts';
import {
  cancelImport,
  createImport,
  mapImport,
  pageOfImports,
  readImport,
  runImport,
  undoImport,
} from './user-imports.ts';

const routes = implementRoutes(userImportsContract);

export const userImportsRoutes = routes.router({
  userImports: routes.userImports.handler(({ context, input }) => pageOfImports(context, input)),
  createUserImport: routes.createUserImport.handler(async ({ context, input }) => ({
    import: await createImport(context, input, context.headers.idempotency_key),
  })),
  userImport: routes.userImport.handler(async ({ context, input }) => ({
    import: await readImport(context, input.id),
    ...(await pageOfRows(context, input.id, input.page)),
  })),
  mapUserImport: routes.mapUserImport.handler(async ({ context, input: { id, ...wish } }) => ({
    import: await mapImport(context, id, wish),
  })),
  runUserImport: routes.runUserImport.handler(async ({ context, input }) => ({
    import: await runImport(context, input.id),
  })),
  cancelUserImport: routes.cancelUserImport.handler(async ({ context, input }) => ({
    import: await cancelImport(context, input.id),
  })),
  undoUserImport: routes.undoUserImport.handler(async ({ context, input }) => ({
    import: await undoImport(context, input.id),
  })),
  rejectedUserImportCsv: routes.rejectedUserImportCsv.handler(async ({ context, input }) => {
    await readImport(context, input.id);
    return fileOfExport(context, rejectedRows, input);
  }),
});
