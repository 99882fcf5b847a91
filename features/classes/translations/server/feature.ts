import { feature } from '../../../../server/feature.ts';
import { classTranslationsContract } from '../contract.ts';
import { classTranslationsRoutes } from './routes.ts';

export const classTranslations = feature({
  contract: classTranslationsContract,
  routes: classTranslationsRoutes,
  demo: () => import('./demo.ts'),
});
