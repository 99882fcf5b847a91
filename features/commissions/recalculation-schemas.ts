/** A recalculation, and its display on cards while it is pending. Specification: Recalculation. */
import { z } from 'zod';
import { moment } from '../../core/fields.ts';

const waitingRecalculation = z.object({
  id: z.int(),
  run_at: moment,
  requested_by: z.string().nullable(),
  /** The number of this card's charges it will divide anew, of those visible to the caller. */
  charges: z.int(),
  may_cancel: z.boolean(),
  /** True where a save of this very group requested it. */
  own: z.boolean(),
});
export type WaitingRecalculation = z.infer<typeof waitingRecalculation>;

export const waits = {
  recalculation: waitingRecalculation.nullable(),
  /** Pending recalculations that will move sales of this card, the next to start first. */
  recalculations: z.array(waitingRecalculation),
};

export const recalculation = z.object({
  id: z.int(),
  level: z.int(),
  owner_id: z.int(),
  status: z.enum(['waiting', 'done', 'cancelled']),
  requested_by: z.string().nullable(),
  requested_at: moment,
  run_at: moment,
  finished_at: moment.nullable(),
  /** The number of changed charges; null before the run, and for callers who do not see them all. */
  charges: z.int().nullable(),
  may_cancel: z.boolean(),
});
