/** Money given back. Specification: Refunds. */
import { z } from 'zod';
import { flag, id, pathId, text } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { refundEntry } from '../transactions/contract.ts';
import { refundRequest } from './requests-contract.ts';
import { MAX_REASON } from './rules.ts';

const access = { area: 'money' } as const;

const byId = z.strictObject({ id: pathId });

export const refundsContract = {
  refundCharge: route(access, {
    method: 'POST',
    path: 'charge/{id}/refund',
    summary: 'Give back a part or all of a charge; above the limit of four eyes it becomes a request',
    input: z.strictObject({
      id: pathId,
      /** Major units of the charge's currency. */
      amount: z.number(),
      cancel_registration: flag.optional().default(false),
      /** One class of a bundle: no more than its part, and only that registration. */
      class_id: id.optional(),
      reason: text(MAX_REASON).trim().optional().default(''),
    }),
    output: z.object({ refund: refundEntry.nullable(), request: refundRequest.nullable() }),
    idempotent: true,
    intent: ['id'],
  }),
  chargeRefunds: route(access, {
    method: 'GET',
    path: 'charge/{id}/refunds',
    summary: 'The refunds of a charge, newest last',
    input: byId,
    output: z.object({ refunds: z.array(refundEntry) }),
  }),
};
