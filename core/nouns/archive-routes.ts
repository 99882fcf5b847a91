/** Contract of the routes that duplicate, archive and restore a record, for every noun that declares it. */
import { z } from 'zod';
import type { Access } from '../access.ts';
import { flag, moment, pathId, updatedAt } from '../fields.ts';
import type { Filter } from '../filters.ts';
import { route } from '../route.ts';

/** Field of a row: the moment since when it is archived, null where it is not. */
export const ARCHIVED_AT = { archived_at: moment.nullable() };

/** Filter of a list, which shows no archived rows, or archived rows alone. */
export const ARCHIVED_FILTER = { archived: { by: 'tick', label: 'Archived' } } as const satisfies Record<
  string,
  Filter
>;

/** Path and access of a noun's routes, and its name in their summaries. */
type Place = { access: Access; path: string; called: string };

const state = z.object({ archived: z.boolean(), active: z.literal([0, 1]), updated_at: moment });

/** Routes of one record. What has been archived or duplicated is inactive. */
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
  };
}
