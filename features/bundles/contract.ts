/** The classes in a bundle. Specification: Bundle editor. */
import { z } from 'zod';
import { id, pathId, updatedAt } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { bundled } from '../classes/contract.ts';

export const LARGEST_BUNDLE = 1000;

export const bundlesContract = {
  saveBundle: route(
    { area: 'catalogue' },
    {
      method: 'PATCH',
      path: 'class/{id}/bundles',
      summary: 'Replace the list of classes in a bundle',
      input: z.strictObject({ id: pathId, classes: z.array(id).max(LARGEST_BUNDLE), updated_at: updatedAt }),
      output: z.object({ ...bundled, updated_at: z.string() }),
    },
  ),
};
