/** What a recalculation would move. Specification: Recalculation. */
import { z } from 'zod';
import { moment } from '../../core/fields.ts';
import { TYPES } from './rules.ts';

/** What somebody gains or loses: one payee, one currency, amounts in its major unit. */
export const move = z.object({
  type: z.literal(TYPES),
  payee: z.string(),
  user_id: z.int().nullable(),
  /** Where the payee is a program; 0 otherwise. */
  program_id: z.int(),
  currency: z.string(),
  before: z.number(),
  after: z.number(),
});
export type Move = z.infer<typeof move>;

/** One charge that a recalculation would change; amounts in the major unit, lines by payee. */
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

/** What a recalculation would do, were it to start now; lists are the largest moves first, at most 100 and 50. */
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
