/** The feed of what has changed for a site. Specification: Sites, changes. */
import { z } from 'zod';
import { limitUpTo, moment, optional } from '../../core/fields.ts';
import { siteRoute } from '../../core/route.ts';
import { CHANGE_KINDS, CHANGES } from '../../core/sites/changes.ts';

const MOST_CHANGES = 200;
const CHANGES_AT_A_TIME = 50;

const siteChange = z.object({
  kind: z.enum(CHANGE_KINDS),
  /** The id by which the object is read; of a page its path. */
  id: z.union([z.int(), z.string()]),
  /** Deleted: the site shows it no more, so that reading it is a 404. */
  change: z.enum(CHANGES),
  changed_at: moment,
});
export type SiteChange = z.infer<typeof siteChange>;

export const siteChangesContract = {
  changes: siteRoute('read', {
    method: 'GET',
    path: 'changes',
    summary: 'The changes since `after`, complete and in order, kept for 30 days',
    input: z.strictObject({
      /** The `next` of an earlier answer; from the oldest that is kept unless told. */
      after: optional(z.string().max(500).optional()),
      limit: limitUpTo(MOST_CHANGES, CHANGES_AT_A_TIME),
    }),
    output: z.object({
      changes: z.array(siteChange),
      /** Place up to which everything has been told, to be kept as `after`. */
      next: z.string(),
      more: z.boolean(),
    }),
  }),
};
