/** Import of users from a file: preview, run and undo. Specification: Import of users. */
import { z } from 'zod';
import { flag, pathId } from '../../core/fields.ts';
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
import { FIELD_NAMES, OUTCOMES, SWITCHES } from './rules.ts';

const access = { area: 'users' } as const;

const bit = z.literal([0, 1]);
const field = z.enum([...FIELD_NAMES, '']);
const mapping = z.record(z.string(), field);

const previewRow = z.object({
  line: z.int(),
  action: z.enum(OUTCOMES),
  column: z.string().nullable(),
  reason: z.string().nullable(),
  /** The user as it would be stored; passwords are never shown. */
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
});
export type PreviewRow = z.infer<typeof previewRow>;

const listed = listedImport.extend({
  import_send_email: bit,
  import_update: bit,
  import_create: bit,
  import_class_enrol: bit,
  updated: z.int(),
  enrolled: z.int(),
  restored: z.int(),
});
export type ListedUserImport = z.infer<typeof listed>;

const userImport = listed.extend({
  ...readImport,
  mapping,
  preview: z.array(previewRow),
});
export type UserImport = z.infer<typeof userImport>;

const left = z.object({ line: z.int(), user_id: z.int(), email: z.string(), reason: z.string() });

const answer = z.object({ import: userImport });

export const userImportsContract = {
  userImports: route(access, {
    method: 'GET',
    path: 'users-imports',
    summary: 'A page of imports, newest first',
    input: z.strictObject(importsPage),
    output: z.object({ imports: z.array(listed), count: z.int() }),
  }),
  userImportsCsv: csvRoute(access, {
    path: 'users-imports',
    summary: 'The imports of the list',
    filters: importsFilters,
  }),
  createUserImport: route(access, {
    method: 'POST',
    path: 'users-import',
    summary: 'Upload a file of users: runs at once, or with dry_run is previewed first',
    input: z.strictObject({
      file: z.file(),
      import_send_email: tick(SWITCHES.import_send_email),
      import_update: tick(SWITCHES.import_update),
      import_create: tick(SWITCHES.import_create),
      import_class_enrol: tick(SWITCHES.import_class_enrol),
      dry_run: tick(0),
      mapping: mappingInForm(mapping),
    }),
    output: answer,
    status: 202,
  }),
  userImport: route(access, {
    method: 'GET',
    path: 'users-import/{id}',
    summary: 'An import with a page of its rejected rows and of the rows kept by an undo',
    input: importPage,
    output: z.object({
      import: userImport,
      rejections: z.array(rejection),
      causes: z.array(rejectionCause),
      count: z.int(),
      left: z.array(left),
    }),
  }),
  mapUserImport: route(access, {
    method: 'POST',
    path: 'users-import/{id}/mapping',
    summary: 'Map the columns and set the options; the file is checked again',
    input: z.strictObject({
      id: pathId,
      mapping,
      import_send_email: flag.optional(),
      import_update: flag.optional(),
      import_create: flag.optional(),
      import_class_enrol: flag.optional(),
    }),
    output: answer,
  }),
  runUserImport: route(access, {
    method: 'POST',
    path: 'users-import/{id}/run',
    summary: 'Run the previewed import',
    input: importById,
    output: answer,
    status: 202,
  }),
  cancelUserImport: route(access, {
    method: 'POST',
    path: 'users-import/{id}/cancel',
    summary: 'Cancel an import; finished rows stay and can be undone',
    input: importById,
    output: answer,
  }),
  undoUserImport: route(access, {
    method: 'POST',
    path: 'users-import/{id}/undo',
    summary: 'Undo an import: restores changed users and deletes new ones, except users edited since',
    input: importById,
    output: answer,
    status: 202,
  }),
  rejectedUserImportCsv: route(access, {
    method: 'GET',
    path: 'users-import/{id}/rejected/csv',
    stepUp: true,
    summary: 'The rejected rows with their reasons as a file: its address, or a file_name to call again with',
    input: rejectedRowsOf,
    output: fileProgress,
  }),
};
