import { z } from 'zod';
import { moment } from '../../core/fields.ts';

/** The batch made before, to compare with; amounts by currency. */
export const lastBatch = z.object({
  id: z.int(),
  created_at: moment,
  totals: z.array(z.object({ currency: z.string(), payees: z.int(), amount: z.number() })),
});
export type LastBatch = z.infer<typeof lastBatch>;
