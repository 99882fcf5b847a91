/** Schemas that all imports of files share. Specification: Import of users; Sites, moving in. */
import { z } from 'zod';
import { ENCODINGS, SEPARATORS } from '../../core/csv/csv.ts';
import { flag, moment, page, pathId, programFilter } from '../../core/fields.ts';
import { type CsvColumns, polled } from '../exports/contract.ts';

export const STATES = ['checking', 'ready', 'running', 'done', 'undone', 'failed'] as const;
export type State = (typeof STATES)[number];

/** Accepts `1` and `0`; `usual` is the default. */
export function tick(usual: 0 | 1) {
  return z
    .union([z.literal(['1', '0', '']).transform((said) => said === '1'), flag], { error: 'must be 1 or 0' })
    .optional()
    .default(usual === 1);
}

export function mappingInForm<Mapping extends z.ZodType>(mapping: Mapping): z.ZodOptional<Mapping> {
  return z.preprocess((said: unknown) => {
    if (said === '' || said === null) return undefined;
    if (typeof said !== 'string') return said;
    try {
      return JSON.parse(said) as unknown;
    } catch {
      return said;
    }
  }, mapping.optional()) as unknown as z.ZodOptional<Mapping>;
}

export const listedImport = z.object({
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
  /** Rows of the file, null until it has been read; `rows` of them are processed so far. */
  total: z.int().nullable(),
  rows: z.int(),
  created: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  /** Rows whose effect an undo deleted, and left since something hangs on it. */
  deleted: z.int(),
  kept: z.int(),
});
export type ListedImport = z.infer<typeof listedImport>;

const STATE_NAMES: Record<State, string> = {
  checking: 'Checking',
  ready: 'Ready',
  running: 'Running',
  done: 'Done',
  undone: 'Undone',
  failed: 'Failed',
};

export const IMPORTS_CSV = {
  id: ['ID', 'number'],
  file_name: ['File', 'text'],
  state: ['Status', 'word', STATE_NAMES],
  reason: ['Reason', 'text'],
  created_by: ['By', 'text'],
  created_at: ['Created at', 'moment'],
  finished_at: ['Finished at', 'moment'],
  total: ['Rows', 'number'],
  created: ['Created', 'number'],
  unchanged: ['Unchanged', 'number'],
  rejected: ['Rejected', 'number'],
  deleted: ['Deleted by undo', 'number'],
  kept: ['Kept by undo', 'number'],
} as const satisfies CsvColumns;

export const readImport = {
  encoding: z.enum(ENCODINGS),
  separator: z.enum(SEPARATORS),
  headers: z.array(z.string()),
  samples: z.record(z.string(), z.array(z.string())),
  problem: z.string().nullable(),
  /** The id of an earlier import of an identical file. */
  same_file_as: z.int().nullable(),
};

export const rejection = z.object({ line: z.int(), column: z.string().nullable(), reason: z.string() });
export type Rejection = z.infer<typeof rejection>;

/** Cause of some rejected rows, with `…` in the place of their values; `line` is the first of them. */
export const rejectionCause = rejection.extend({ count: z.int() });
export type RejectionCause = z.infer<typeof rejectionCause>;

export const importsFilters = {
  /** 1: only failed imports that await a decision. */
  failed: z.enum(['', '1']).optional().default(''),
  program_id: programFilter,
};
export const importsPage = { page, ...importsFilters };

export const importById = z.strictObject({ id: pathId });
export const importPage = z.strictObject({ id: pathId, page });
export const rejectedRowsOf = z.strictObject({ id: pathId, ...polled });
