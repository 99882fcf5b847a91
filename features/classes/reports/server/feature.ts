import { feature } from '../../../../server/feature.ts';
import { classReportContract } from '../contract.ts';
import { mailAskedClassReports } from './mail-class-reports.job.ts';
import { classReportRoutes } from './routes.ts';
import { mountWorkbookWriter } from './workbook.ts';

export const classReport = feature({
  contract: classReportContract,
  routes: classReportRoutes,
  jobs: [mailAskedClassReports],
  mounts: [mountWorkbookWriter],
});
