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
import { eventsContract } from '../features/events/contract.ts';
import { eventsRoutes } from '../features/events/server/routes.ts';
import { mountDrawProofs } from '../features/events/server/serve-proofs.ts';
import { giftCategoriesContract } from '../features/gift-categories/contract.ts';
import { giftCategoriesRoutes } from '../features/gift-categories/server/routes.ts';
import { programsContract } from '../features/programs/contract.ts';
import { programsRoutes } from '../features/programs/server/routes.ts';
import { siteUsersContract } from '../features/site-users/contract.ts';
import { siteUsersRoutes } from '../features/site-users/server/routes.ts';
import { uploadsContract } from '../features/uploads/contract.ts';
import { mountImageEncoder } from '../features/uploads/server/images.ts';
import { uploadsRoutes } from '../features/uploads/server/routes.ts';
import { sweepUnusedUploads } from '../features/uploads/server/sweep-uploads.job.ts';
import { deliverMail } from './mail.ts';
import type { JobDefinition } from './platform.ts';

export const contract = {
  adminUsers: adminUsersContract,
  audit: auditContract,
  auth: authContract,
  bundles: bundlesContract,
  classes: classesContract,
  commissions: commissionsContract,
  events: eventsContract,
  giftCategories: giftCategoriesContract,
  programs: programsContract,
  siteUsers: siteUsersContract,
  uploads: uploadsContract,
};

export const routes = {
  adminUsers: adminUsersRoutes,
  audit: auditRoutes,
  auth: authRoutes,
  bundles: bundlesRoutes,
  classes: classesRoutes,
  commissions: commissionsRoutes,
  events: eventsRoutes,
  giftCategories: giftCategoriesRoutes,
  programs: programsRoutes,
  siteUsers: siteUsersRoutes,
  uploads: uploadsRoutes,
};

export const jobs: readonly JobDefinition<object>[] = [
  deliverMail,
  recalculate,
  recoverPassword,
  sweepUnusedUploads,
];

/** What there is besides the API: each mounts its own addresses, or its end. */
export const mounts = [mountDrawProofs, mountImageEncoder] as const;
