/** Batches of payouts that are claimed two lines at a time, without a server in front. */
import { beforeAll } from 'vitest';
import type { Context } from '../../server/context.ts';
import { makeProgram, makeSettledAdmin } from '../factories.ts';
import { platformOn, system } from '../system.ts';
import type { OwnDatabase } from '../use-database.ts';

/** Makes an admin who may pay, and a program; `inSlices` is that admin at work, and `platform` what the job works on. */
export function useSlices(database: () => OwnDatabase) {
  const made = { admin_id: 0, program_id: 0 };
  beforeAll(async () => {
    made.admin_id = (await makeSettledAdmin(database().owner, { permissions: ['superadmin'] })).id;
    made.program_id = (await makeProgram(database().everything)).id;
  });
  const platform = () => platformOn(database(), { payoutSliceLines: 2 });
  const inSlices = (): Context => {
    const context = system(database().everything, { admin_id: made.admin_id, permissions: ['superadmin'] });
    return { ...context, platform: { ...context.platform, ...platform() } };
  };
  return { made, platform, inSlices };
}
