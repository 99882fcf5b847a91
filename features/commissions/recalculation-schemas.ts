/** A recalculation, and its display on cards while it is pending. Specification: Recalculation. */
import { z } from 'zod';
import { moment } from '../../core/fields.ts';

/** Percent of the transactions that a run in slices has looked at; null where it does not go on, nor was stopped. */
const progress = z.int().nullable();

const waitingRecalculation = z.object({
  id: z.int(),
  status: z.enum(['waiting', 'running', 'stopped']),
  progress,
  run_at: moment,
  requested_by: z.string().nullable(),
  /** The number of this card's charges it will divide anew, of those visible to the caller. */
  charges: z.int(),
  /** Cancel it while it waits, stop it while it runs, let it go on where it was stopped. */
  may_cancel: z.boolean(),
  own: z.boolean(),
});
export type WaitingRecalculation = z.infer<typeof waitingRecalculation>;

export const waits = {
  recalculation: waitingRecalculation.nullable(),
  recalculations: z.array(waitingRecalculation),
};

export const recalculation = z.object({
  id: z.int(),
  level: z.int(),
  owner_id: z.int(),
  status: z.enum(['waiting', 'running', 'stopped', 'done', 'cancelled']),
  progress,
  requested_by: z.string().nullable(),
  requested_at: moment,
  run_at: moment,
  finished_at: moment.nullable(),
  /** The number of charges changed so far; null before the run, and for callers who do not see them all. */
  charges: z.int().nullable(),
  may_cancel: z.boolean(),
});
