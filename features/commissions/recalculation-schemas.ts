/** A recalculation, and how it stands on cards while it waits. Specification: Recalculation. */
import { z } from 'zod';
import { moment } from '../../core/fields.ts';

const waitingRecalculation = z.object({
  id: z.int(),
  run_at: moment,
  requested_by: z.string().nullable(),
  /** How many charges of this card it will divide anew, of those that the caller sees. */
  charges: z.int(),
  may_cancel: z.boolean(),
  /** A save of this very group has asked for it. */
  own: z.boolean(),
});
export type WaitingRecalculation = z.infer<typeof waitingRecalculation>;

export const waits = {
  /** The group's own. */
  recalculation: waitingRecalculation.nullable(),
  /** All that will move sales of this card, the next to start first. */
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
  /** How many it changed; null until it has run, and for whoever does not see them all. */
  charges: z.int().nullable(),
  may_cancel: z.boolean(),
});
