/** Coin entries of a user. Specification: Coins. */
import { z } from 'zod';
import { moment, page, pathId } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { ENTRY_KINDS, grant } from './schemas.ts';

const entry = z.object({
  id: z.int(),
  amount: z.number(),
  balance: z.number(),
  kind: z.enum(ENTRY_KINDS),
  /** The id of its cause: a ticket's event, a purchase, or the entry it reverses. */
  reference: z.string(),
  /** The name of a ticket's event; null for other causes, and where the caller may not see the event. */
  reference_name: z.string().nullable(),
  reason: z.string(),
  created_at: moment,
  created_by: z.string().nullable(),
});
export type CoinEntry = z.infer<typeof entry>;

const coins = { lilt_balance: z.number(), lilt_total: z.number(), level: z.int() };

export const coinsContract = {
  grantCoins: route(
    { role: 'programadmin' },
    {
      method: 'PATCH',
      path: 'user/{id}/lilt',
      stepUp: true,
      summary: 'Add LiL-T to the balance of a user',
      input: z.strictObject({ id: pathId, ...grant.shape }),
      output: z.object({ ...coins, entry }),
      idempotent: true,
    },
  ),
  coinEntries: route(
    { area: 'users' },
    {
      method: 'GET',
      path: 'site-user/{id}/lilt-entries',
      reads: 'replica',
      summary: 'A page of the LiL-T entries of a user, newest first',
      input: z.strictObject({ id: pathId, page }),
      output: z.object({ ...coins, entries: z.array(entry), count: z.int() }),
    },
  ),
};
