/** Imports of a program's history: what its site would have told. Specification: Sites, moving in. */
import { z } from 'zod';
import { moment, programId } from '../../core/fields.ts';
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
import { dayOf } from './cells.ts';
import { MOVED_FIELDS, MOVED_KINDS } from './rules.ts';

/** A file says what was sold, who is owed what and what was paid: no permission for one area is enough. */
const access = { role: 'programadmin' } as const;

const movedKind = z.enum(MOVED_KINDS);
const mapping = z.record(z.string(), z.enum([...MOVED_FIELDS, '']));

const programInForm = z
  .union([
    programId,
    z
      .string()
      .regex(/^\d{0,9}$/, 'must be a number')
      .transform(Number),
  ])
  .optional()
  .default(0);

/** A day as the moment of its beginning; empty for none. */
const pastDay = z
  .string()
  .max(30)
  .transform((text, context) => {
    if (text === '') return null;
    const day = dayOf(text);
    if (day !== null && Date.parse(day) <= Date.now()) return day;
    context.addIssue({ code: 'custom', message: 'must be a past day such as 2026-01-31' });
    return z.NEVER;
  })
  .nullable()
  .optional();

const previewRow = z.object({
  line: z.int(),
  action: z.enum(['created', 'unchanged', 'rejected']),
  column: z.string().nullable(),
  reason: z.string().nullable(),
  fields: z.record(z.string(), z.string()),
});
export type MovedPreviewRow = z.infer<typeof previewRow>;

const listed = listedImport.extend({
  kind: movedKind,
  paid_out_before: moment.nullable(),
});
export type ListedSiteImport = z.infer<typeof listed>;

const siteImport = listed.extend({ ...readImport, mapping, preview: z.array(previewRow) });
export type SiteImport = z.infer<typeof siteImport>;

const left = z.object({ line: z.int(), reference: z.string(), reason: z.string() });
export type LeftRow = z.infer<typeof left>;

const answer = z.object({ import: siteImport });

export const siteImportsContract = {
  siteImports: route(access, {
    method: 'GET',
    path: 'site-imports',
    summary: 'A page of history imports, newest first',
    input: z.strictObject(importsPage),
    output: z.object({ imports: z.array(listed), count: z.int() }),
  }),
  siteImportsCsv: csvRoute(access, {
    path: 'site-imports',
    summary: 'The imports of the list',
    filters: importsFilters,
  }),
  createSiteImport: route(access, {
    method: 'POST',
    path: 'site-import',
    summary: 'Upload a file of a program’s history: runs at once, or with dry_run is previewed first',
    input: z.strictObject({
      kind: movedKind,
      program_id: programInForm,
      file: z.file(),
      dry_run: tick(0),
      mapping: mappingInForm(mapping),
      paid_out_before: pastDay,
    }),
    output: answer,
    status: 202,
  }),
  siteImport: route(access, {
    method: 'GET',
    path: 'site-import/{id}',
    summary: 'An import with a page of its rejected rows and of the rows kept by an undo',
    input: importPage,
    output: z.object({
      import: siteImport,
      rejections: z.array(rejection),
      causes: z.array(rejectionCause),
      count: z.int(),
      left: z.array(left),
    }),
  }),
  mapSiteImport: route(access, {
    method: 'POST',
    path: 'site-import/{id}/mapping',
    summary: 'Map the columns and set the day before which all was paid out; the file is checked again',
    input: importById.extend({ mapping, paid_out_before: pastDay }),
    output: answer,
  }),
  runSiteImport: route(access, {
    method: 'POST',
    path: 'site-import/{id}/run',
    summary: 'Run the previewed import',
    input: importById,
    output: answer,
    status: 202,
  }),
  cancelSiteImport: route(access, {
    method: 'POST',
    path: 'site-import/{id}/cancel',
    summary: 'Cancel an import; finished rows stay and can be undone',
    input: importById,
    output: answer,
  }),
  undoSiteImport: route(access, {
    method: 'POST',
    path: 'site-import/{id}/undo',
    summary: 'Undo an import, except rows that something depends on',
    input: importById,
    output: answer,
    status: 202,
  }),
  rejectedSiteImportCsv: route(access, {
    method: 'GET',
    path: 'site-import/{id}/rejected/csv',
    stepUp: true,
    summary: 'The rejected rows with their reasons as a file: its address, or a file_name to call again with',
    input: rejectedRowsOf,
    output: fileProgress,
  }),
};
