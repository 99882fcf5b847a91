import { z } from 'zod';
import { moment } from '../../../core/fields.ts';

/** That somebody who is deleted or inactive is paid all the same: who has said so, when and why. */
export const payeeRelease = z.object({ reason: z.string(), by: z.string().nullable(), at: moment });
export type PayeeRelease = z.infer<typeof payeeRelease>;
