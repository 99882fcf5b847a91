/** Keys by which the site of a program calls. Specification: Sites, keys. */
import { z } from 'zod';
import { id, moment, oneLine, pathId, updatedAt, wholeNumber } from '../../../core/fields.ts';
import { route, SITE_RIGHTS } from '../../../core/route.ts';

export const MAX_KEY_NAME = 100;
export const MAX_OVERLAP_HOURS = 168;
export const DEFAULT_OVERLAP_HOURS = 24;

const superadmin = { role: 'superadmin' } as const;
const rights = z.array(z.enum(SITE_RIGHTS));

const siteKey = z.object({
  id: z.int(),
  name: z.string(),
  rights,
  created_at: moment,
  /** Email of the admin; null for a key of before they were named. */
  created_by: z.string().nullable(),
  last_used_at: moment.nullable(),
  /** Moment from which it is refused; null: until somebody ends it. */
  ends_at: moment.nullable(),
});
export type SiteKey = z.infer<typeof siteKey>;

export const newSiteKey = z.strictObject({
  name: oneLine(MAX_KEY_NAME).min(1, 'Enter a name'),
  rights: rights.min(1, 'Choose at least one right').transform((given) => [...new Set(given)].sort()),
  /** Key that ends `overlap_hours` after this one is made. */
  replaces: id.optional(),
  overlap_hours: wholeNumber(0, MAX_OVERLAP_HOURS).optional().default(DEFAULT_OVERLAP_HOURS),
});
export type NewSiteKey = z.infer<typeof newSiteKey>;

export const siteKeysContract = {
  siteKeys: route(superadmin, {
    method: 'GET',
    path: 'program/{id}/site-keys',
    summary: 'The site keys of a program, newest first, including ended ones',
    input: z.strictObject({ id: pathId }),
    output: z.object({ keys: z.array(siteKey) }),
  }),
  // Neither is idempotent: what answers a key again keeps the answer, and these are not to be kept.
  createSiteKey: route(superadmin, {
    method: 'POST',
    path: 'program/{id}/site-keys',
    stepUp: true,
    summary: 'Create a site key; a replaced key keeps working for some hours',
    input: newSiteKey.extend({ id: pathId }),
    output: z.object({ key: siteKey, site_key: z.string() }),
  }),
  endSiteKey: route(superadmin, {
    method: 'DELETE',
    path: 'program/{id}/site-key/{key_id}',
    summary: 'End a site key now',
    input: z.strictObject({ id: pathId, key_id: pathId }),
    output: z.object({ key: siteKey }),
  }),
  makeSiteKey: route(superadmin, {
    method: 'POST',
    path: 'program/{id}/site-key',
    stepUp: true,
    summary: 'Create the single key of a site with both rights; ends the previous one at once',
    input: z.strictObject({ id: pathId, updated_at: updatedAt }),
    output: z.object({ site_key: z.string(), site_key_at: moment, updated_at: moment }),
  }),
};
