import { feature } from '../../../server/feature.ts';
import { emailTemplatesContract } from '../contract.ts';
import { mountInliner } from './inline.ts';
import { emailTemplatesRoutes } from './routes.ts';
import { sweepTemplateTests } from './test-mail.ts';

export const emailTemplates = feature({
  contract: emailTemplatesContract,
  routes: emailTemplatesRoutes,
  sweeps: [sweepTemplateTests],
  mounts: [mountInliner],
  demo: () => import('./demo.ts'),
});
