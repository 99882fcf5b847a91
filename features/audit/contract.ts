/** The record of every change. Specification: Audit. */
import { z } from 'zod';
import { dates, idFilter, moment, page, textFilter } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute } from '../exports/contract.ts';
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
  below: z.int(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Names of records by noun and id, as the caller may see them; the currency is that of the record's amounts. */
const recordNames = z.record(
  z.string(),
  z.record(z.string(), z.object({ name: z.string().nullable(), currency: z.string().nullable() })),
);
export type RecordNames = z.infer<typeof recordNames>;

/** Accepts one entity type; the refusal does not list them all. */
const entityFilter = textFilter.refine(
  (entity) => entity === '' || Object.hasOwn(NOUNS, entity),
  'must be a recorded entity such as class, event or site_user',
);

const filters = {
  entity: entityFilter,
  entity_id: textFilter,
  parent_id: idFilter,
  admin_id: idFilter,
  action: textFilter,
  dates,
};

export const AUDIT_CSV = {
  id: ['ID', 'number'],
  at: ['When', 'moment'],
  admin_email: ['Who', 'text'],
  address: ['IP address', 'text'],
  program_id: ['Program', 'program'],
  entity: ['Entity', 'text'],
  entity_id: ['Entity ID', 'text'],
  action: ['Action', 'text'],
  before: ['Before', 'json'],
  after: ['After', 'json'],
} as const satisfies CsvColumns;

export const auditContract = {
  audit: route(
    { area: 'audit' },
    {
      method: 'GET',
      path: 'audit',
      reads: 'replica',
      summary: 'A page of recorded changes, newest first',
      input: z.strictObject({ page, ...filters }),
      output: z.object({
        audit: z.array(auditEntry),
        count: z.int(),
        names: recordNames,
        /** The newest moment of what is archived; null where nothing is. */
        archived_until: moment.nullable(),
      }),
    },
  ),
  auditCsv: csvRoute(
    { area: 'audit' },
    { path: 'audit', stepUp: true, summary: 'The changes of the list', filters },
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
