/** The record of every change. Specification: Audit. */
import { z } from 'zod';
import { dates, idFilter, moment, page, textFilter } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { NOUNS } from '../nouns.ts';

const json = z.record(z.string(), z.unknown()).nullable();

export const auditEntry = z.object({
  id: z.int(),
  at: moment,
  admin_id: z.int().nullable(),
  admin_email: z.string().nullable(),
  address: z.string().nullable(),
  program_id: z.int(),
  program_display_name: z.string().nullable(),
  entity: z.string(),
  entity_id: z.string(),
  action: z.string(),
  before: json,
  after: json,
  /** Number of entries below this one. */
  below: z.int(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Accepts one entity type; the refusal does not list them all. */
const entityFilter = textFilter.refine(
  (entity) => entity === '' || Object.hasOwn(NOUNS, entity),
  'must be a recorded entity such as class, event or site_user',
);

export const auditContract = {
  audit: route(
    { area: 'audit' },
    {
      method: 'GET',
      path: 'audit',
      summary: 'A page of recorded changes, newest first',
      input: z.strictObject({
        page,
        entity: entityFilter,
        entity_id: textFilter,
        parent_id: idFilter,
        admin_id: idFilter,
        action: textFilter,
        dates,
      }),
      output: z.object({ audit: z.array(auditEntry), count: z.int() }),
    },
  ),
  auditAuthors: route(
    { area: 'audit' },
    {
      method: 'GET',
      path: 'audit-authors',
      summary: 'At most 20 admins, including removed ones, with changes that the caller may read',
      input: z.strictObject({ email: textFilter, id: idFilter }),
      output: z.object({ authors: z.array(z.object({ id: z.int(), email: z.string() })) }),
    },
  ),
};
