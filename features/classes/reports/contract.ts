/** CSV reports of classes: the class specific report, its users, and the report by mail. */
import { z } from 'zod';
import { dates, pathId, programFilter } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { fileProgress, polled, progress } from '../../exports/contract.ts';

const access = { area: 'catalogue' } as const;

export const classReportContract = {
  classDetailCsv: route(access, {
    method: 'GET',
    path: 'reports/class-detail-csv',
    summary: 'The class specific report as a CSV: start it, then call again with its file_name',
    input: z.strictObject({ ...polled, dates, program_id: programFilter }),
    output: progress,
  }),
  classUsersCsv: route(access, {
    method: 'GET',
    path: 'class/{id}/users/csv',
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
