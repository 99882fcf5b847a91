/** The commission calls. */

import { transact } from '../../../server/db/client.ts';
import { implementRoutes } from '../../../server/routing.ts';
import { commissionsContract } from '../contract.ts';
import { CODE, levelName, REFERRAL } from '../rules.ts';
import { addRow, deleteRow, readGroup, saveGroup } from './groups.ts';
import { pageOfInstructors, readInstructor } from './instructors.ts';
import { previewSave, previewTarget } from './previews.ts';
import { cancelRecalculation, readRecalculation } from './recalculations.ts';

const os = implementRoutes(commissionsContract);

export const commissionsRoutes = os.router({
  instructors: os.instructors.handler(({ context, input }) => pageOfInstructors(context, input)),
  instructorCommission: os.instructorCommission.handler(async ({ context, input }) => ({
    instructor: await readInstructor(context, input.id),
  })),
  saveInstructorCommission: os.saveInstructorCommission.handler(async ({ context, input }) => ({
    group: await readGroup(context, await saveGroup(context, 'instructor', input.id, input)),
  })),
  previewInstructorCommission: os.previewInstructorCommission.handler(({ context, input }) =>
    previewSave(context, 'instructor', input.id, input),
  ),
  deleteInstructorCommission: os.deleteInstructorCommission.handler(async ({ context, input }) => ({
    group: await readGroup(context, await deleteRow(context, 'instructor', input.id)),
  })),
  addInstructorReferral: os.addInstructorReferral.handler(
    async ({ context, input: { id, referral, ...row } }) => {
      const type = row.code ? CODE : REFERRAL;
      const owner = await addRow(context, 'instructor', id, { ...row, type, referrer_id: referral });
      return { group: await readGroup(context, owner) };
    },
  ),
  recalculation: os.recalculation.handler(async ({ context, input }) => {
    const recalculation = await readRecalculation(context, input.id);
    const target = { level: levelName(recalculation.level), owner_id: recalculation.owner_id };
    const waits = recalculation.status === 'waiting';
    return {
      recalculation,
      preview: waits ? await transact(context.db, (trx) => previewTarget(trx, target)) : null,
    };
  }),
  cancelRecalculation: os.cancelRecalculation.handler(async ({ context, input }) => {
    await cancelRecalculation(context, input.id);
    return { recalculation: await readRecalculation(context, input.id) };
  }),
});
