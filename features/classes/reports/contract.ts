/** CSV reports of classes: the class specific report, its users, and the report by mail. */
import { z } from 'zod';
import { dates, idFilter, page, pathId, programFilter } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { fileProgress, polled, progress } from '../../exports/contract.ts';

const access = { area: 'catalogue' } as const;

const filters = { dates, program_id: programFilter, class_id: idFilter };

/** A class in one currency. Amounts are in major units; without the `money` permission they are absent. */
export const classDetailRow = z.object({
  id: z.int(),
  class_name: z.string(),
  instructor_name: z.string().nullable(),
  enrolled: z.int(),
  live: z.int(),
  recordings: z.int(),
  currency: z.string(),
  sales: z.number().optional(),
  refunds: z.number().optional(),
  net: z.number().optional(),
});
export type ClassDetailRow = z.infer<typeof classDetailRow>;

export const classReportContract = {
  classDetail: route(access, {
    method: 'GET',
    path: 'reports/class-detail',
    reads: 'replica',
    summary: 'A page of the class specific report, in the order of its file',
    input: z.strictObject({ page, ...filters }),
    output: z.object({ classes: z.array(classDetailRow), count: z.int() }),
  }),
  classDetailCsv: route(access, {
    method: 'GET',
    path: 'reports/class-detail-csv',
    summary: 'The class specific report as a CSV: start it, then call again with its file_name',
    input: z.strictObject({ ...polled, ...filters }),
    output: progress,
  }),
  classUsersCsv: route(access, {
    method: 'GET',
    path: 'class/{id}/users/csv',
    stepUp: true,
    summary: 'The users of a class as a CSV: its address once complete, or a file_name to call again with',
    input: z.strictObject({ id: pathId, ...polled }),
    output: fileProgress,
  }),
  classReportFile: route(access, {
    method: 'GET',
    path: 'class/{id}/report',
    summary: 'The address of the report as a file, created on each download',
    input: z.strictObject({ id: pathId }),
    output: z.object({ file: z.string() }),
  }),
  classReport: route(access, {
    method: 'POST',
    path: 'class/{id}/report',
    summary: 'Email the caller a report of the class: sales, enrolments, attendance, refunds',
    input: z.strictObject({ id: pathId }),
    output: z.strictObject({}),
    idempotent: true,
  }),
};
