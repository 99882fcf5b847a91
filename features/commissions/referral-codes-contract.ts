/** Referral codes in use, as the search finds them. Specification: Commission levels. */
import { z } from 'zod';
import { programFilter, textFilter } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { LEVELS } from './rules.ts';

const access = { area: 'commissions' } as const;

/** A referral code that is in use, and the program, instructor or class whose card has it. */
const foundCode = z.object({
  id: z.int(),
  code: z.string(),
  level: z.enum(LEVELS),
  owner_id: z.int(),
  owner_name: z.string(),
});
export type FoundCode = z.infer<typeof foundCode>;

export const referralCodesContract = {
  referralCodes: route(access, {
    method: 'GET',
    path: 'referral-codes',
    reads: 'replica',
    summary: 'At most 20 referral codes in use that contain the text, each with the card that has it',
    input: z.strictObject({ code: textFilter, program_id: programFilter }),
    output: z.object({ codes: z.array(foundCode) }),
  }),
};
