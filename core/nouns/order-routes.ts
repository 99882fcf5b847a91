/** Contract of the routes that arrange the rows of a program, for every noun with a display order. */
import { z } from 'zod';
import type { Access } from '../access.ts';
import { id, page, pathId, programFilter, programId, textFilter } from '../fields.ts';
import { route } from '../route.ts';

export const ROW_MARKS = ['bundle', 'featured', 'inactive', 'archived', 'deleted'] as const;
export type RowMark = (typeof ROW_MARKS)[number];

const MOST_ROWS = 10_000;

const arrangedRow = z.object({
  id: z.int(),
  name: z.string(),
  /** 0: none. */
  place: z.int(),
  /** False for a row of another owner, which keeps its place. */
  movable: z.boolean(),
  marks: z.array(z.enum(ROW_MARKS)),
});
export type ArrangedRow = z.infer<typeof arrangedRow>;

const order = z.object({
  rows: z.array(arrangedRow),
  unplaced: z.int(),
  /** Identifies this order; a save that was made from another one is refused. */
  fingerprint: z.string(),
});
export type Order = z.infer<typeof order>;

type Rows = { access: Access; path: string; called: string };

export function orderRoutes(rows: Rows) {
  return routesOf(rows, {}, {});
}

/** The same of a tree: the rows below one `parent_id`, or with 0 the top-level ones. */
export function treeOrderRoutes(rows: Rows) {
  return routesOf(rows, { parent_id: programFilter }, { parent_id: programId.optional().default(0) });
}

/**
 * A save names every row that has a place, in order: their places count from 1, and all others have none. 400 for a row
 * that is named twice, is not of the program or may not be moved; 409 where the order is no longer the one of the
 * fingerprint. Without a fingerprint no save in between is refused.
 */
function routesOf<Query extends z.ZodRawShape, Body extends z.ZodRawShape>(
  { access, path, called }: Rows,
  query: Query,
  body: Body,
) {
  return {
    read: route(access, {
      method: 'GET',
      path: `${path}/order`,
      summary: `The ${called} that have a place in a program, in order`,
      input: z.strictObject({ program_id: pathId, ...query }),
      output: order,
    }),
    unplaced: route(access, {
      method: 'GET',
      path: `${path}/unplaced`,
      summary: `A page of the ${called} that have no place in a program`,
      input: z.strictObject({ program_id: pathId, name: textFilter, page, ...query }),
      output: z.object({ rows: z.array(arrangedRow), count: z.int() }),
    }),
    save: route(access, {
      method: 'PATCH',
      path: `${path}/order`,
      summary: `Arrange the ${called} of a program`,
      input: z.strictObject({
        program_id: id,
        ids: z.array(id).max(MOST_ROWS),
        fingerprint: z.string().max(64).optional(),
        ...body,
      }),
      output: order,
    }),
  };
}
