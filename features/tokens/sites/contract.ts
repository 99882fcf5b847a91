/** Tokens as the site of a program redeems them. Specification: Sites, coins. */
import { z } from 'zod';
import { id, text } from '../../../core/fields.ts';
import { siteRoute } from '../../../core/route.ts';
import { reference, results, told } from '../../../core/sites/told.ts';

const siteRedemption = z.strictObject({
  reference,
  user_id: id,
  /** Code as it was typed. */
  code: text(100).trim().min(1, 'must not be empty'),
});
export type SiteRedemption = z.output<typeof siteRedemption>;

export const siteTokensContract = {
  redeemToken: siteRoute('write', {
    method: 'POST',
    path: 'tokens/redeem',
    summary: 'Redeem LiL tokens, each only once',
    input: told(siteRedemption),
    output: results({
      /** Coins that it brought. */
      amount: z.number(),
      balance: z.number(),
    }),
  }),
};
