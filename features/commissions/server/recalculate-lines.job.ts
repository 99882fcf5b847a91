/** Re-splits the unpaid lines of a group's earlier sales, some minutes after a save with update. */
import { z } from 'zod';
import type { JobDefinition } from '../../../server/platform.ts';
import { runRecalculation } from './recalculation-runs.ts';

export const recalculate: JobDefinition<{ id: number }> = {
  name: 'recalculate-lines',
  payload: z.object({ id: z.int() }),
  run: (platform, { id }) => runRecalculation(platform, id),
};
