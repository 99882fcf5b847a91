import { feature } from '../../../server/feature.ts';
import { emailRulesContract } from '../contract.ts';
import { emailRulesRoutes } from './routes.ts';
import { runEmailRules } from './run-email-rules.job.ts';
import { mountUnsubscribe } from './unsubscribe/serve-unsubscribe.ts';

export const emailRules = feature({
  contract: emailRulesContract,
  routes: emailRulesRoutes,
  jobs: [runEmailRules],
  mounts: [mountUnsubscribe],
  demo: () => import('./demo.ts'),
});
