/** The calls of the class specific report, of a class's users as a file and of its report by mail. */
import { implementRoutes } from '../../../server/routing.ts';
import { fileOfExport, pollExport } from '../../exports/server/exports.ts';
import { classReportContract } from '../contract.ts';
import { classDetail } from './class-detail.ts';
import { requestClassReport } from './class-reports.ts';
import { classUsers, findClass } from './class-users.ts';

const routes = implementRoutes(classReportContract);

export const classReportRoutes = routes.router({
  classDetailCsv: routes.classDetailCsv.handler(({ context, input }) =>
    pollExport(context, classDetail, input),
  ),
  classUsersCsv: routes.classUsersCsv.handler(async ({ context, input }) => {
    await findClass(context, input.id);
    return fileOfExport(context, classUsers, input);
  }),
  classReport: routes.classReport.handler(async ({ context, input }) => {
    await requestClassReport(context, input.id);
    return {};
  }),
});
