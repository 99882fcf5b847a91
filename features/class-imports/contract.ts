/** Import of classes from a file: preview, run and undo. Specification: Classes and bundles. */
import { z } from 'zod';
import { pathId, programFilter } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { csvRoute, fileProgress } from '../exports/contract.ts';
import {
  importById,
  importPage,
  importsFilters,
  importsPage,
  listedImport,
  mappingInForm,
  readImport,
  rejectedRowsOf,
  rejection,
  rejectionCause,
  tick,
} from '../imports/contract.ts';
import { FIELD_NAMES, OUTCOMES } from './rules.ts';

const access = { area: 'catalogue' } as const;

const mapping = z.record(z.string(), z.enum([...FIELD_NAMES, '']));

const previewRow = z.object({
  line: z.int(),
  action: z.enum(OUTCOMES),
  class_id: z.int().nullable(),
  class_name: z.string(),
  column: z.string().nullable(),
  reason: z.string().nullable(),
  fields: z.record(z.string(), z.string()),
  changes: z.record(z.string(), z.object({ before: z.string(), after: z.string() })),
});
export type ClassPreviewRow = z.infer<typeof previewRow>;

const listed = listedImport.extend({
  updated: z.int(),
  restored: z.int(),
});
export type ListedClassImport = z.infer<typeof listed>;

const classImport = listed.extend({ ...readImport, mapping, preview: z.array(previewRow) });
export type ClassImport = z.infer<typeof classImport>;

const left = z.object({ line: z.int(), class_id: z.int(), class_name: z.string(), reason: z.string() });
export type LeftClass = z.infer<typeof left>;

const answer = z.object({ import: classImport });

export const classImportsContract = {
  classImports: route(access, {
    method: 'GET',
    path: 'classes-imports',
    summary: 'A page of class imports, newest first',
    input: z.strictObject({ ...importsPage, program_id: programFilter }),
    output: z.object({ imports: z.array(listed), count: z.int() }),
  }),
  classImportsCsv: csvRoute(access, {
    path: 'classes-imports',
    summary: 'The imports of the list',
    filters: { ...importsFilters, program_id: programFilter },
  }),
  createClassImport: route(access, {
    method: 'POST',
    path: 'classes-import',
    summary: 'Upload a file of classes: runs at once, or with dry_run is previewed first',
    input: z.strictObject({
      /** The home of every class of the file; 0: each row says its own. */
      program_id: programFilter,
      file: z.file(),
      dry_run: tick(0),
      mapping: mappingInForm(mapping),
    }),
    output: answer,
    status: 202,
  }),
  classImport: route(access, {
    method: 'GET',
    path: 'classes-import/{id}',
    summary: 'An import with a page of its rejected rows and of the rows kept by an undo',
    input: importPage,
    output: z.object({
      import: classImport,
      rejections: z.array(rejection),
      causes: z.array(rejectionCause),
      count: z.int(),
      left: z.array(left),
    }),
  }),
  mapClassImport: route(access, {
    method: 'POST',
    path: 'classes-import/{id}/mapping',
    summary: 'Map the columns; the file is checked again',
    input: z.strictObject({ id: pathId, mapping }),
    output: answer,
  }),
  runClassImport: route(access, {
    method: 'POST',
    path: 'classes-import/{id}/run',
    summary: 'Run the previewed import',
    input: importById,
    output: answer,
    status: 202,
  }),
  cancelClassImport: route(access, {
    method: 'POST',
    path: 'classes-import/{id}/cancel',
    summary: 'Cancel an import; finished rows stay and can be undone',
    input: importById,
    output: answer,
  }),
  undoClassImport: route(access, {
    method: 'POST',
    path: 'classes-import/{id}/undo',
    summary:
      'Undo an import: restores changed classes and deletes new ones, except classes edited or sold since',
    input: importById,
    output: answer,
    status: 202,
  }),
  rejectedClassImportCsv: route(access, {
    method: 'GET',
    path: 'classes-import/{id}/rejected/csv',
    summary: 'The rejected rows with their reasons as a file: its address, or a file_name to call again with',
    input: rejectedRowsOf,
    output: fileProgress,
  }),
};
