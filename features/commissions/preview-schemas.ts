/** Effects of a recalculation. Specification: Recalculation. */
import { z } from 'zod';
import { moment } from '../../core/fields.ts';
import { TYPES } from './rules.ts';

/** Gain or loss of one payee in one currency, in major units. */
export const move = z.object({
  type: z.literal(TYPES),
  payee: z.string(),
  user_id: z.int().nullable(),
  program_id: z.int(),
  currency: z.string(),
  before: z.number(),
  after: z.number(),
});
export type Move = z.infer<typeof move>;

/** A charge that a recalculation would change; amounts in major units, lines by payee. */
export const chargeMove = z.object({
  charge_id: z.int(),
  created_at: moment,
  class_name: z.string(),
  currency: z.string(),
  amount: z.number(),
  held: z.string().nullable(),
  before: z.array(z.object({ type: z.literal(TYPES), payee: z.string(), amount: z.number() })),
  after: z.array(z.object({ type: z.literal(TYPES), payee: z.string(), amount: z.number() })),
});
export type ChargeMove = z.infer<typeof chargeMove>;

/** Effects of a recalculation started now; the largest moves first, at most 100 and 50. */
export const preview = z.object({
  /** Seconds between a save with update and its run. */
  delay: z.int(),
  charges: z.int(),
  held: z.int(),
  persons: z.int(),
  moves: z.array(move),
  charge_moves: z.array(chargeMove),
});
export type Preview = z.infer<typeof preview>;
