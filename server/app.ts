/** All features of the server: a feature adds one line to each list. */
import { adminUsersContract } from '../features/admin-users/contract.ts';
import { adminUsersRoutes } from '../features/admin-users/server/routes.ts';
import { auditContract } from '../features/audit/contract.ts';
import { auditRoutes } from '../features/audit/server/routes.ts';
import { authContract } from '../features/auth/contract.ts';
import { recoverPassword } from '../features/auth/server/recover-password.job.ts';
import { authRoutes } from '../features/auth/server/routes.ts';
import { bundlesContract } from '../features/bundles/contract.ts';
import { bundlesRoutes } from '../features/bundles/server/routes.ts';
import { classesContract } from '../features/classes/contract.ts';
import { classesRoutes } from '../features/classes/server/routes.ts';
import { commissionsContract } from '../features/commissions/contract.ts';
import { recalculate } from '../features/commissions/server/recalculate-lines.job.ts';
import { commissionsRoutes } from '../features/commissions/server/routes.ts';
import { programsContract } from '../features/programs/contract.ts';
import { programsRoutes } from '../features/programs/server/routes.ts';
import { siteUsersContract } from '../features/site-users/contract.ts';
import { siteUsersRoutes } from '../features/site-users/server/routes.ts';
import { deliverMail } from './mail.ts';
import type { JobDefinition } from './platform.ts';

export const contract = {
  adminUsers: adminUsersContract,
  audit: auditContract,
  auth: authContract,
  bundles: bundlesContract,
  classes: classesContract,
  commissions: commissionsContract,
  programs: programsContract,
  siteUsers: siteUsersContract,
};

export const routes = {
  adminUsers: adminUsersRoutes,
  audit: auditRoutes,
  auth: authRoutes,
  bundles: bundlesRoutes,
  classes: classesRoutes,
  commissions: commissionsRoutes,
  programs: programsRoutes,
  siteUsers: siteUsersRoutes,
};

export const jobs: readonly JobDefinition<object>[] = [deliverMail, recalculate, recoverPassword];
