import { feature } from '../../../server/feature.ts';
import { auditContract } from '../contract.ts';
import { auditRoutes } from './routes.ts';
import { logAuditSeal, sealAuditEntries } from './seal-audit.job.ts';

export const audit = feature({
  contract: auditContract,
  routes: auditRoutes,
  jobs: [sealAuditEntries, logAuditSeal],
});
