import { z } from 'zod';
import { moment } from '../../../core/fields.ts';

/** A release of a deleted or inactive user for payment: its author, moment and reason. */
export const payeeRelease = z.object({ reason: z.string(), by: z.string().nullable(), at: moment });
export type PayeeRelease = z.infer<typeof payeeRelease>;
