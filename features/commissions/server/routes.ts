/** The commission calls: one set of handlers for the levels, and what is asked of charges and history. */
import type { Context } from '../../../server/context.ts';
import { transact } from '../../../server/db/client.ts';
import { implementRoutes } from '../../../server/routing.ts';
import { commissionsContract } from '../contract.ts';
import { CODE, type LevelName, levelName, REFERRAL } from '../rules.ts';
import { pageOfClasses, readClass } from './class-groups.ts';
import { explainCharge } from './explain.ts';
import { addRow, deleteRow, type Save, saveGroup } from './groups.ts';
import { pageOfHeldCharges } from './held-charges.ts';
import { groupAsOf, pageOfHistory } from './history.ts';
import { pageOfInstructors, readInstructor } from './instructors.ts';
import { previewSave, previewTarget } from './previews.ts';
import { pageOfPrograms, readProgram, referInstructor } from './program-groups.ts';
import { cancelRecalculation, readRecalculation } from './recalculations.ts';
import { previewSiteCommission, readSiteCommission, saveSiteCommission } from './site-commission.ts';

const os = implementRoutes(commissionsContract);

export const commissionsRoutes = os.router({
  instructors: os.instructors.handler(({ context, input }) => pageOfInstructors(context, input)),
  instructorCommission: os.instructorCommission.handler(async ({ context, input }) => ({
    instructor: await readInstructor(context, input.id),
  })),
  saveInstructorCommission: os.saveInstructorCommission.handler(saving('instructor')),
  previewInstructorCommission: os.previewInstructorCommission.handler(previewing('instructor')),
  deleteInstructorCommission: os.deleteInstructorCommission.handler(deleting('instructor')),
  addInstructorReferral: os.addInstructorReferral.handler(referring('instructor')),

  programCommissions: os.programCommissions.handler(({ context, input }) => pageOfPrograms(context, input)),
  programCommission: os.programCommission.handler(async ({ context, input }) => ({
    program: await readProgram(context, input.id),
  })),
  saveProgramCommission: os.saveProgramCommission.handler(saving('program')),
  previewProgramCommission: os.previewProgramCommission.handler(previewing('program')),
  deleteProgramCommission: os.deleteProgramCommission.handler(deleting('program')),
  addProgramReferral: os.addProgramReferral.handler(referring('program')),
  referInstructor: os.referInstructor.handler(async ({ context, input }) => ({
    group: await referInstructor(context, input.id, input.referral),
  })),

  classCommissions: os.classCommissions.handler(({ context, input }) => pageOfClasses(context, input)),
  classCommission: os.classCommission.handler(async ({ context, input }) => ({
    class: await readClass(context, input.id),
  })),
  saveClassCommission: os.saveClassCommission.handler(saving('class')),
  previewClassCommission: os.previewClassCommission.handler(previewing('class')),
  deleteClassCommission: os.deleteClassCommission.handler(deleting('class')),
  addClassReferral: os.addClassReferral.handler(referring('class')),

  siteCommission: os.siteCommission.handler(({ context }) => readSiteCommission(context)),
  saveSiteCommission: os.saveSiteCommission.handler(({ context, input }) =>
    saveSiteCommission(context, input),
  ),
  previewSiteCommission: os.previewSiteCommission.handler(({ context, input }) =>
    previewSiteCommission(context, input),
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

  explainCharge: os.explainCharge.handler(async ({ context, input }) => ({
    charge: await explainCharge(context, input.id),
  })),
  commissionHistory: os.commissionHistory.handler(({ context, input }) => pageOfHistory(context, input)),
  commissionAsOf: os.commissionAsOf.handler(({ context, input }) => groupAsOf(context, input)),
  heldCharges: os.heldCharges.handler(({ context, input }) => pageOfHeldCharges(context, input)),
});

type Call<Input> = { context: Context; input: Input };
type Referral = Omit<Parameters<typeof addRow>[3], 'type'> & { id: number; referral: number };

function saving(level: LevelName) {
  return async ({ context, input }: Call<Save & { id: number }>) => ({
    group: await saveGroup(context, level, input.id, input),
  });
}

function previewing(level: LevelName) {
  return ({ context, input }: Call<Save & { id: number }>) => previewSave(context, level, input.id, input);
}

function deleting(level: LevelName) {
  return async ({ context, input }: Call<{ id: number }>) => ({
    group: await deleteRow(context, level, input.id),
  });
}

function referring(level: LevelName) {
  return async ({ context, input: { id, referral, ...row } }: Call<Referral>) => {
    const type = row.code ? CODE : REFERRAL;
    return { group: await addRow(context, level, id, { ...row, type, referrer_id: referral }) };
  };
}
