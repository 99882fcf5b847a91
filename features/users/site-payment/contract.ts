/** Payment settings of people, as they give them themselves on a site. Specification: Sites, payment settings. */
import { z } from 'zod';
import { pathId } from '../../../core/fields.ts';
import { siteRoute } from '../../../core/route.ts';
import { paymentSettings } from '../payment-settings/contract.ts';
import { paymentChange } from '../payment-settings/schemas.ts';
import { typedPassword } from '../sites/schemas.ts';

const path = 'users/{id}/payment-settings';

export const paymentOfSitesContract = {
  paymentSettings: siteRoute('read', {
    method: 'GET',
    path,
    summary: 'The payout details of an instructor or organization; secrets by their last digits',
    input: z.strictObject({ id: pathId }),
    output: paymentSettings,
  }),
  savePaymentSettings: siteRoute('write', {
    method: 'PATCH',
    path,
    summary: 'Change the payout details with the user’s own password; the user is emailed',
    input: z.strictObject({ ...paymentChange.shape, id: pathId, password: typedPassword }),
    output: paymentSettings,
  }),
};
