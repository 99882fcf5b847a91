/** What every export asks and answers, and how one is cancelled. Specification: Exports. */
import { z } from 'zod';
import { text, textFilter } from '../../core/fields.ts';
import { route } from '../../core/route.ts';

/** Milliseconds between two polls. */
export const POLL_EVERY = 300;

/** Where the files are, each for whoever asked for it. */
export const REPORTS = '/storage/reports/';

/** Beside an export's own filters; `file_name` is empty at first, then what the first call answered. */
export const polled = {
  /** Counts the polls, and is not looked at. */
  page: z.union([z.number(), z.string()]).optional(),
  file_name: textFilter,
};

/** `result` while more is to come, `count` rows written so far, of `total` where that is known already. */
export const progress = z.object({
  result: z.boolean(),
  file_name: z.string(),
  count: z.int(),
  total: z.int().nullable(),
});
export type Progress = z.infer<typeof progress>;

/** The same where the file itself is wanted: `file` is its address, once it is whole. */
export const fileProgress = progress.extend({ file: z.string().optional() });

export const exportsContract = {
  cancelExport: route('signed_in', {
    method: 'POST',
    path: 'export/cancel',
    summary: 'Stop an export of your own and take its file away; one that is not there is no mistake',
    input: z.strictObject({ file_name: text(200) }),
    output: z.strictObject({}),
  }),
};
