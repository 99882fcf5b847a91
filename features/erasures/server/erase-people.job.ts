import type { JobDefinition } from '../../../server/platform.ts';
import { eraseDue } from './erase.ts';

export const erasePeople: JobDefinition = {
  name: 'erase-people',
  every: 2,
  waits: (db) => [db.selectFrom('erasures').select('id').where('state', '=', 'running')],
  run: async (platform, stopping) => void (await eraseDue(platform, stopping)),
};
