/** A recalculation: read, cancelled while it waits, stopped and resumed while it goes on. Specification: Commission levels; Operations. */
import { z } from 'zod';
import { pathId } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { preview } from './preview-schemas.ts';
import { recalculation } from './recalculation-schemas.ts';

const access = { area: 'commissions' } as const;
const byId = z.strictObject({ id: pathId });

export const recalculationContract = {
  recalculation: route(access, {
    method: 'GET',
    path: 'recalculation/{id}',
    summary: 'A recalculation and, while pending, what it would change',
    input: byId,
    output: z.object({ recalculation, preview: preview.nullable() }),
  }),
  cancelRecalculation: route(access, {
    method: 'DELETE',
    path: 'recalculation/{id}',
    summary: 'Cancel a pending recalculation',
    input: byId,
    output: z.object({ recalculation }),
  }),
  stopRecalculation: route(access, {
    method: 'POST',
    path: 'recalculation/{id}/stop',
    summary: 'Stop a running recalculation; what is split by now stays so',
    input: byId,
    output: z.object({ recalculation }),
  }),
  resumeRecalculation: route(access, {
    method: 'POST',
    path: 'recalculation/{id}/resume',
    summary: 'Let a stopped recalculation go on from where it was',
    input: byId,
    output: z.object({ recalculation }),
  }),
};
