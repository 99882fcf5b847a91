/** Worth of a coupon or a code: how much of a price it takes off. Specification: Sites, prices. */
import { z } from 'zod';

/** The answer to a check; of whatever does not apply it says nothing more. */
export const worth = z.discriminatedUnion('valid', [
  z.object({ valid: z.literal(false) }),
  z.object({
    valid: z.literal(true),
    /** Minor units of the currency, as the two below: the class's price on this site. */
    price: z.int(),
    discount: z.int(),
    total: z.int(),
    currency: z.string(),
  }),
]);
export type Worth = z.output<typeof worth>;

/** Returns what is left of a price, all in minor units: a discount takes no more than there is. */
export function worthOf(
  { price, currency }: { price: number; currency: string },
  off: number,
): Extract<Worth, { valid: true }> {
  const discount = Math.min(off, price);
  return { valid: true, price, discount, total: price - discount, currency };
}

export const WORTHLESS = { valid: false } as const satisfies Worth;
