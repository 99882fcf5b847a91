/** Schemas of coins: two decimals in JSON, stored in hundredths. */
import { z } from 'zod';
import { hasTwoDecimals, trimmedText } from '../../../core/fields.ts';

const MAX_GRANT = 1_000_000;
const MAX_REASON = 500;

export const ENTRY_KINDS = ['grant', 'token', 'purchase', 'ticket', 'prize', 'reversal'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

const amount = z
  .number('Enter an amount')
  .gt(0, 'must be above 0')
  .max(MAX_GRANT, 'At most 1,000,000 can be added at a time')
  .refine(hasTwoDecimals, 'must have at most two decimals');

export const grant = z.strictObject({ amount, reason: trimmedText(MAX_REASON).optional().default('') });
