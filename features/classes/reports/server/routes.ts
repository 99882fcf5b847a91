import { notFound } from '../../../../core/errors.ts';
import { implementRoutes } from '../../../../server/http/routing.ts';
import { fileOfExport, pollExport } from '../../../exports/server/exports.ts';
import { SOLD_CLASS } from '../../server/class-noun.ts';
import { classReportContract } from '../contract.ts';
import { classDetail } from './class-detail.ts';
import { pageOfClassDetail } from './class-detail-page.ts';
import { classReportFile } from './class-report-file.ts';
import { requestClassReport } from './class-reports.ts';
import { classUsers } from './class-users.ts';

const routes = implementRoutes(classReportContract);

export const classReportRoutes = routes.router({
  classDetail: routes.classDetail.handler(({ context, input }) => pageOfClassDetail(context, input)),
  classDetailCsv: routes.classDetailCsv.handler(({ context, input }) =>
    pollExport(context, classDetail, input),
  ),
  classUsersCsv: routes.classUsersCsv.handler(async ({ context, input }) => {
    if (!(await SOLD_CLASS.read(context, input.id))) notFound();
    return fileOfExport(context, classUsers, input);
  }),
  classReportFile: routes.classReportFile.handler(({ context, input }) => classReportFile(context, input.id)),
  classReport: routes.classReport.handler(async ({ context, input }) => {
    await requestClassReport(context, input.id);
    return {};
  }),
});
