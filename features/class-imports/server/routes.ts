import { implementRoutes } from '../../../server/http/routing.ts';
import { fileOfExport, pollExport } from '../../exports/server/exports.ts';
import { cancelImport, mapImport, runImport, undoImport } from '../../imports/server/imports.ts';
import { pageOfImports, readImport } from '../../imports/server/read-imports.ts';
import { classImportsContract } from '../contract.ts';
import { asClassImport, CLASS_FILES, createClassImport } from './class-imports.ts';
import { classImportsCsv } from './class-imports-csv.ts';
import { pageOfRows, rejectedClasses } from './import-rows.ts';

const routes = implementRoutes(classImportsContract);

export const classImportsRoutes = routes.router({
  classImportsCsv: routes.classImportsCsv.handler(({ context, input }) =>
    pollExport(context, classImportsCsv, input),
  ),
  classImports: routes.classImports.handler(({ context, input }) =>
    pageOfImports(context, CLASS_FILES, input),
  ),
  createClassImport: routes.createClassImport.handler(async ({ context, input }) => ({
    import: await createClassImport(context, input, context.headers.idempotency_key),
  })),
  classImport: routes.classImport.handler(async ({ context, input }) => ({
    import: asClassImport(await readImport(context, CLASS_FILES, input.id)),
    ...(await pageOfRows(context, input.id, input.page)),
  })),
  mapClassImport: routes.mapClassImport.handler(async ({ context, input: { id, ...wish } }) => ({
    import: asClassImport(await mapImport(context, CLASS_FILES, id, wish)),
  })),
  runClassImport: routes.runClassImport.handler(async ({ context, input }) => ({
    import: asClassImport(await runImport(context, CLASS_FILES, input.id)),
  })),
  cancelClassImport: routes.cancelClassImport.handler(async ({ context, input }) => ({
    import: asClassImport(await cancelImport(context, CLASS_FILES, input.id)),
  })),
  undoClassImport: routes.undoClassImport.handler(async ({ context, input }) => ({
    import: asClassImport(await undoImport(context, CLASS_FILES, input.id)),
  })),
  rejectedClassImportCsv: routes.rejectedClassImportCsv.handler(async ({ context, input }) => {
    await readImport(context, CLASS_FILES, input.id);
    return fileOfExport(context, rejectedClasses, input);
  }),
});
