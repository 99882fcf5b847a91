/** Contract of the routes that duplicate, archive and restore a record, for every noun that declares it. */
import { z } from 'zod';
import type { Access } from '../access.ts';
import { flag, id, moment, pathId, updatedAt } from '../fields.ts';
import type { Filter } from '../filters.ts';
import { route } from '../route.ts';

/** Field of a row: the moment since when it is archived, null where it is not. */
export const ARCHIVED_AT = { archived_at: moment.nullable() };

export const ARCHIVED_FILTER = { archived: { by: 'tick', label: 'Archived' } } as const satisfies Record<
  string,
  Filter
>;

type Place = { access: Access; path: string; called: string };

const state = z.object({ archived: z.boolean(), active: z.literal([0, 1]), updated_at: moment });

const MOST_ARCHIVED = 100;

const records = z
  .array(z.strictObject({ id, updated_at: updatedAt, active: flag.optional() }))
  .min(1, 'Choose records')
  .max(MOST_ARCHIVED)
  .refine((all) => new Set(all.map((one) => one.id)).size === all.length, 'must name each record once');

/** Routes of one record, and of many at once. What has been archived or duplicated is inactive. */
export function archiveRoutes({ access, path, called }: Place) {
  const byId = z.strictObject({ id: pathId });
  return {
    duplicate: route(access, {
      method: 'POST',
      path: `${path}/duplicate`,
      summary: `Duplicate ${called} with its texts, images and programs; the copy is inactive`,
      input: byId,
      output: z.object({ id: z.int() }),
      idempotent: true,
    }),
    archive: route(access, {
      method: 'POST',
      path: `${path}/archive`,
      summary: `Archive ${called}: it is inactive, and leaves the list`,
      input: byId.extend({ updated_at: updatedAt }),
      output: state,
    }),
    restore: route(access, {
      method: 'POST',
      path: `${path}/restore`,
      summary: `Restore ${called} from the archive, as inactive; the undo says how active it was`,
      input: byId.extend({ updated_at: updatedAt, active: flag.optional() }),
      output: state,
    }),
    many: route(access, {
      method: 'POST',
      path: `${path.replace('/{id}', '')}s/archived`,
      summary:
        'Archive many records, or restore them as inactive, all or none; an undo says how active each was',
      input: z.strictObject({ records, archived: flag }),
      output: z.object({ records: z.array(state.extend({ id: z.int() })) }),
      idempotent: true,
    }),
  };
}
