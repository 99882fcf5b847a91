import { feature } from '../../../server/feature.ts';
import { outdatedTranslationsContract } from '../contract.ts';
import { outdatedTranslationsRoutes } from './routes.ts';

export const outdatedTranslations = feature({
  contract: outdatedTranslationsContract,
  routes: outdatedTranslationsRoutes,
});
