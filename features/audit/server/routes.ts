import { implementRoutes } from '../../../server/http/routing.ts';
import { auditContract } from '../contract.ts';
import { auditAuthors } from './audit-authors.ts';
import { pageOfAudit } from './audit-entries.ts';

const routes = implementRoutes(auditContract);

export const auditRoutes = routes.router({
  audit: routes.audit.handler(({ context, input }) => pageOfAudit(context, input)),
  auditAuthors: routes.auditAuthors.handler(async ({ context, input }) => ({
    authors: await auditAuthors(context, input),
  })),
});
