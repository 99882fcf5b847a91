/** The protocol of every export, and its cancellation. Specification: Exports. */
import { z } from 'zod';
import type { Access } from '../../core/access.ts';
import { text, textFilter } from '../../core/fields.ts';
import { route } from '../../core/route.ts';

/** Milliseconds between two polls. */
export const POLL_INTERVAL_MS = 300;

/** The path of the files; each is served only to the user who requested it. */
export const REPORTS = '/storage/reports/';

/** Fields beside an export's own filters; `file_name` is empty in the first call, then the first answer's. */
export const polled = {
  page: z.union([z.number(), z.string()]).optional(),
  file_name: textFilter,
};

/** `result` while more is to come; `count` rows written so far, of `total` once that is known. */
export const progress = z.object({
  result: z.boolean(),
  file_name: z.string(),
  count: z.int(),
  total: z.int().nullable(),
});
export type Progress = z.infer<typeof progress>;

/** Columns of a file by their names in a row: `user.email` is part of a JSON column. Amounts are minor units of the row's `currency`, programs are named by its `program_display_name`, a flag has two words. */
export type CsvColumns = Readonly<
  Record<
    string,
    | readonly [
        title: string,
        kind: 'text' | 'number' | 'moment' | 'amount' | 'hundredths' | 'program' | 'flag' | 'json',
      ]
    | readonly [title: string, kind: 'flag', words: readonly [yes: string, no: string]]
    | readonly [title: string, kind: 'word', words: Readonly<Record<string, string>>]
  >
>;

/** Declares the route of a list's export: the list as a file, with the filters of its page. */
export function csvRoute<Shape extends z.core.$ZodLooseShape>(
  access: Access,
  { path, summary, filters, stepUp }: { path: string; summary: string; filters: Shape; stepUp?: true },
) {
  return route(access, {
    method: 'GET',
    path: `${path}/csv`,
    ...(stepUp && { stepUp }),
    summary: `${summary} as a file; call again with file_name until it is complete`,
    input: z.strictObject({ ...polled, ...filters }),
    output: progress,
  });
}

/** Progress with `file`, its address once the file is complete. */
export const fileProgress = progress.extend({ file: z.string().optional() });

export const exportsContract = {
  cancelExport: route('signed_in', {
    method: 'POST',
    path: 'export/cancel',
    summary: 'Cancel an export of your own and delete its file; a missing one is no error',
    input: z.strictObject({ file_name: text(200) }),
    output: z.strictObject({}),
  }),
};
