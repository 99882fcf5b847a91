import { implementRoutes } from '../../../server/http/routing.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { auditContract } from '../contract.ts';
import { auditAuthors } from './audit-authors.ts';
import { auditCsv } from './audit-csv.ts';
import { pageOfAudit } from './audit-entries.ts';

const routes = implementRoutes(auditContract);

export const auditRoutes = routes.router({
  auditCsv: routes.auditCsv.handler(({ context, input }) => pollExport(context, auditCsv, input)),
  audit: routes.audit.handler(({ context, input }) => pageOfAudit(context, input)),
  auditAuthors: routes.auditAuthors.handler(async ({ context, input }) => ({
    authors: await auditAuthors(context, input),
  })),
});
