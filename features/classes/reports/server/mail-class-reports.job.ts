import { sql } from 'kysely';
import type { JobDefinition } from '../../../../server/platform.ts';
import { mailClassReports } from './class-reports.ts';

export const mailAskedClassReports: JobDefinition = {
  name: 'mail-class-reports',
  every: 2,
  waits: (db) => [
    db.selectFrom('class_reports').select('class_id').where(sql<boolean>`due_at <= provost_now()`),
  ],
  run: (platform, stopping) => mailClassReports(platform, stopping),
};
