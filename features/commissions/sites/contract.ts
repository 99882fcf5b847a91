/** Checks of referral codes by the site of a program. Specification: Sites, prices. */
import { z } from 'zod';
import { id, text } from '../../../core/fields.ts';
import { siteRoute } from '../../../core/route.ts';
import { worth } from '../../../core/sites/worth.ts';

export const siteCodesContract = {
  checkCode: siteRoute('read', {
    method: 'POST',
    path: 'codes/check',
    summary: 'The discount of a referral code on a class; 0 where the code does not apply',
    input: z.strictObject({
      /** Code as it was typed. */
      code: text(100).trim().min(1, 'must not be empty'),
      class_id: id,
      user_id: id.optional(),
    }),
    output: worth,
  }),
};
