/** Makes the reports of classes that somebody has asked for. */
import type { JobDefinition } from '../../../../server/platform.ts';
import { mailClassReports } from './class-reports.ts';

export const mailAskedClassReports: JobDefinition = {
  name: 'mail-class-reports',
  every: 2,
  run: (platform, stopping) => mailClassReports(platform, stopping),
};
