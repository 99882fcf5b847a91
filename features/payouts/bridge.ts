import { z } from 'zod';

/**
 * Shares of sales as sold and shares of memberships; what was refunded of them; credits and debts of earlier
 * payouts; what waits for sessions, for days of hold, or is on hold. `elsewhere`: what the caller may not see,
 * or a payout of another system holds. `carried`: what is owed beyond all this, which no payout goes below 0 for.
 */
export const BRIDGE_TERMS = [
  'sales',
  'memberships',
  'refunds',
  'credits',
  'debts',
  'pending',
  'delayed',
  'on_hold',
  'elsewhere',
  'carried',
] as const;
export type BridgeTerm = (typeof BRIDGE_TERMS)[number];

/** Major units; what is taken off is below 0. The terms, none of which is 0, add up to `paid`. */
export const bridge = z.object({
  terms: z.array(z.object({ of: z.enum(BRIDGE_TERMS), amount: z.number() })),
  paid: z.number(),
});
export type Bridge = z.infer<typeof bridge>;
