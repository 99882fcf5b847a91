/** Every route of the site contract with its case: a feature adds one line. */
import type { z } from 'zod';
import type { SiteRouteMeta } from '../../core/route.ts';
import { ITEM_SCHEMAS } from '../../core/sites/told.ts';
import { siteTeachingCases } from '../../features/classes/sites/server/site.cases.ts';
import { siteChargesCases } from '../../features/transactions/sites/server/site.cases.ts';
import { seenSiteCases } from '../../features/users/presence/server/site.cases.ts';
import { siteContract } from '../../server/app.ts';
import type { Method } from '../harness.ts';
import type { SiteCase, SiteCases } from './site-route-cases.ts';

const CASES: { [Feature in keyof typeof siteContract]: SiteCases<(typeof siteContract)[Feature]> } = {
  charges: siteChargesCases,
  seen: seenSiteCases,
  teaching: siteTeachingCases,
};

export const siteRoutes = Object.entries(siteContract).flatMap(([feature, procedures]) =>
  Object.entries(procedures).map(([name, procedure]) => {
    const { meta, route, inputSchema } = procedure['~orpc'] as unknown as {
      meta: SiteRouteMeta;
      route: { method: Method; path: string };
      inputSchema: z.ZodType;
    };
    const known = (CASES[feature as keyof typeof CASES] as Record<string, SiteCase>)[name];
    if (!known) throw new Error(`${feature}.${name} has no case`);
    const { method, path } = route;
    // A write of one or many is asked by the schema of one.
    const asked = ITEM_SCHEMAS.get(inputSchema)?.item ?? inputSchema;
    return { name: `${feature}.${name}`, method, path, inputSchema: asked, ...meta, ...known };
  }),
);
export type SiteRoute = (typeof siteRoutes)[number];
