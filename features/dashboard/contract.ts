/** What staff look at first. Specification: Home. */
import { z } from 'zod';
import { optional } from '../../core/fields.ts';
import { route } from '../../core/route.ts';

/** What can wait for somebody, in the order in which it is shown. */
export const ATTENTION = [
  'refunds_failed',
  'refund_requests',
  'payouts_to_approve',
  'payees_without_method',
  'stuck_debts',
  'held_charges',
  'undrawn_events',
  'orders',
  'instructor_recalculations',
  'program_recalculations',
  'class_recalculations',
  'site_recalculations',
  'imports_failed',
] as const;
export type AttentionKind = (typeof ATTENTION)[number];

const attention = z.object({
  kind: z.enum(ATTENTION),
  /** As many as the list at the link holds; never 0. */
  count: z.int(),
  link: z.string(),
});
export type Attention = z.infer<typeof attention>;

export const dashboardContract = {
  attention: route('signed_in', {
    method: 'GET',
    path: 'dashboard/attention',
    summary:
      'What waits for somebody, of what the caller may see, or of one kind: how many, and the list of them',
    input: z.strictObject({ kind: optional(z.enum(ATTENTION).optional()) }).optional(),
    output: z.object({ items: z.array(attention) }),
  }),
};
