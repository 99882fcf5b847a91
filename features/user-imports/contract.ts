/** Import of users from a file: preview, run and undo. Specification: Import of users. */
import { z } from 'zod';
import { ENCODINGS, SEPARATORS } from '../../core/csv/csv.ts';
import { flag, moment, page, pathId } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { fileProgress, polled } from '../exports/contract.ts';
import { FIELD_NAMES, OUTCOMES, SWITCHES } from './rules.ts';

const access = { area: 'users' } as const;

export const STATES = ['checking', 'ready', 'running', 'done', 'undone', 'failed'] as const;
export type State = (typeof STATES)[number];

const bit = z.literal([0, 1]);
const field = z.enum([...FIELD_NAMES, '']);
const mapping = z.record(z.string(), field);

/** Accepts `1` and `0`; `usual` is the default. */
function tick(usual: 0 | 1) {
  return z
    .union([z.literal(['1', '0', '']).transform((said) => said === '1'), flag], { error: 'must be 1 or 0' })
    .optional()
    .default(usual === 1);
}

/** Accepts JSON from a form, or an object. */
const givenMapping = z.preprocess((said: unknown) => {
  if (said === '' || said === null) return undefined;
  if (typeof said !== 'string') return said;
  try {
    return JSON.parse(said) as unknown;
  } catch {
    return said;
  }
}, mapping.optional()) as unknown as z.ZodOptional<typeof mapping>;

const previewRow = z.object({
  line: z.int(),
  action: z.enum(OUTCOMES),
  /** The reason of its rejection, and the column. */
  column: z.string().nullable(),
  reason: z.string().nullable(),
  /** The user as it would be stored; passwords are never shown. */
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** Changes to an existing user. */
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
});
export type PreviewRow = z.infer<typeof previewRow>;

const listed = z.object({
  id: z.int(),
  state: z.enum(STATES),
  undoing: z.boolean(),
  cancelled: z.boolean(),
  reason: z.string().nullable(),
  file_name: z.string(),
  bytes: z.int(),
  /** 0: by an admin of all programs. */
  program_id: z.int(),
  created_by: z.string().nullable(),
  created_at: moment,
  finished_at: moment.nullable(),
  import_send_email: bit,
  import_update: bit,
  import_create: bit,
  import_class_enrol: bit,
  /** Rows of the file, null until it has been read; `rows` of them are processed so far. */
  total: z.int().nullable(),
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  enrolled: z.int(),
  rejected: z.int(),
  /** Users that an undo restored, deleted, and skipped because they were saved since. */
  restored: z.int(),
  deleted: z.int(),
  kept: z.int(),
});
export type ListedImport = z.infer<typeof listed>;

const userImport = listed.extend({
  encoding: z.enum(ENCODINGS),
  separator: z.enum(SEPARATORS),
  headers: z.array(z.string()),
  samples: z.record(z.string(), z.array(z.string())),
  mapping,
  problem: z.string().nullable(),
  preview: z.array(previewRow),
  /** The id of an earlier import of an identical file. */
  same_file_as: z.int().nullable(),
});
export type UserImport = z.infer<typeof userImport>;

const rejection = z.object({ line: z.int(), column: z.string().nullable(), reason: z.string() });
const left = z.object({ line: z.int(), user_id: z.int(), email: z.string(), reason: z.string() });

const answer = z.object({ import: userImport });
const byId = z.strictObject({ id: pathId });

export const userImportsContract = {
  userImports: route(access, {
    method: 'GET',
    path: 'users-imports',
    summary: 'A page of imports, the latest first',
    input: z.strictObject({
      page,
      /** 1: only failed imports that await a decision. */
      failed: z.enum(['', '1']).optional().default(''),
    }),
    output: z.object({ imports: z.array(listed), count: z.int() }),
  }),
  createUserImport: route(access, {
    method: 'POST',
    path: 'users-import',
    summary: 'Take a file of people: it runs at once, or with dry_run is read and shown first',
    input: z.strictObject({
      file: z.file(),
      import_send_email: tick(SWITCHES.import_send_email),
      import_update: tick(SWITCHES.import_update),
      import_create: tick(SWITCHES.import_create),
      import_class_enrol: tick(SWITCHES.import_class_enrol),
      dry_run: tick(0),
      mapping: givenMapping,
    }),
    output: answer,
    status: 202,
  }),
  userImport: route(access, {
    method: 'GET',
    path: 'users-import/{id}',
    summary: 'An import with a page of its rejected rows and of those that an undo has left',
    input: z.strictObject({ id: pathId, page }),
    output: z.object({
      import: userImport,
      rejections: z.array(rejection),
      count: z.int(),
      left: z.array(left),
    }),
  }),
  mapUserImport: route(access, {
    method: 'POST',
    path: 'users-import/{id}/mapping',
    summary: 'Say which column holds what, and how it shall run; the file is checked again',
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
    summary: 'Write what has been shown',
    input: byId,
    output: answer,
    status: 202,
  }),
  cancelUserImport: route(access, {
    method: 'POST',
    path: 'users-import/{id}/cancel',
    summary: 'Stop an import; what it has done stays, and can be undone',
    input: byId,
    output: answer,
  }),
  undoUserImport: route(access, {
    method: 'POST',
    path: 'users-import/{id}/undo',
    summary:
      'Put back what an import has changed and delete whom it has made, but for rows that were saved since',
    input: byId,
    output: answer,
    status: 202,
  }),
  rejectedUserImportCsv: route(access, {
    method: 'GET',
    path: 'users-import/{id}/rejected/csv',
    summary: 'The rejected rows as a file with their reasons: its address, or a file_name to ask again with',
    input: z.strictObject({ id: pathId, ...polled }),
    output: fileProgress,
  }),
};
