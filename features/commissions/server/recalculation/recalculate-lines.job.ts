/** Re-splits the unpaid lines of groups' earlier sales, some minutes after their saves with update. */
import type { JobDefinition } from '../../../../server/platform.ts';
import { runDueRecalculations } from './recalculation-runs.ts';

/** Polls the table of recalculations: a save sends nothing. */
export const recalculate: JobDefinition = {
  name: 'recalculate-lines',
  every: 2,
  run: (platform) => runDueRecalculations(platform),
};
