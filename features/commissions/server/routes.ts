import { type Context, transact } from '../../../server/context.ts';
import { implementRoutes } from '../../../server/http/routing.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { commissionsContract } from '../contract.ts';
import { CODE, type LevelName, levelName, REFERRAL } from '../rules.ts';
import { pageOfClasses, readClass } from './class-groups.ts';
import { findCodes } from './codes/found-codes.ts';
import { explainCharge } from './explain.ts';
import { addRow, deleteRow, type Save, saveGroup } from './groups.ts';
import { pageOfHeldCharges } from './held-charges.ts';
import { groupAsOf, pageOfHistory } from './history.ts';
import { pageOfInstructors, readInstructor } from './instructors.ts';
import { pageOfPrograms, readProgram, referInstructor } from './program-groups.ts';
import { classCommissionsCsv, heldChargesCsv, instructorsCsv, programCommissionsCsv } from './rates-csv.ts';
import { previewSave, previewTarget, withDelay } from './recalculation/previews.ts';
import {
  cancelRecalculation,
  readRecalculation,
  resumeRecalculation,
  stopRecalculation,
} from './recalculation/recalculations.ts';
import { previewSiteCommission, readSiteCommission, saveSiteCommission } from './site-commission.ts';

const routes = implementRoutes(commissionsContract);

export const commissionsRoutes = routes.router({
  heldChargesCsv: routes.heldChargesCsv.handler(({ context, input }) =>
    pollExport(context, heldChargesCsv, input),
  ),
  classCommissionsCsv: routes.classCommissionsCsv.handler(({ context, input }) =>
    pollExport(context, classCommissionsCsv, input),
  ),
  programCommissionsCsv: routes.programCommissionsCsv.handler(({ context, input }) =>
    pollExport(context, programCommissionsCsv, input),
  ),
  instructorsCsv: routes.instructorsCsv.handler(({ context, input }) =>
    pollExport(context, instructorsCsv, input),
  ),
  instructors: routes.instructors.handler(({ context, input }) => pageOfInstructors(context, input)),
  instructorCommission: routes.instructorCommission.handler(async ({ context, input }) => ({
    instructor: await readInstructor(context, input.id),
  })),
  saveInstructorCommission: routes.saveInstructorCommission.handler(saving('instructor')),
  previewInstructorCommission: routes.previewInstructorCommission.handler(previewing('instructor')),
  deleteInstructorCommission: routes.deleteInstructorCommission.handler(deleting('instructor')),
  addInstructorReferral: routes.addInstructorReferral.handler(referring('instructor')),

  programCommissions: routes.programCommissions.handler(({ context, input }) =>
    pageOfPrograms(context, input),
  ),
  programCommission: routes.programCommission.handler(async ({ context, input }) => ({
    program: await readProgram(context, input.id),
  })),
  saveProgramCommission: routes.saveProgramCommission.handler(saving('program')),
  previewProgramCommission: routes.previewProgramCommission.handler(previewing('program')),
  deleteProgramCommission: routes.deleteProgramCommission.handler(deleting('program')),
  addProgramReferral: routes.addProgramReferral.handler(referring('program')),
  referInstructor: routes.referInstructor.handler(async ({ context, input }) => ({
    group: await referInstructor(context, input.id, input.referral),
  })),

  classCommissions: routes.classCommissions.handler(({ context, input }) => pageOfClasses(context, input)),
  classCommission: routes.classCommission.handler(async ({ context, input }) => ({
    class: await readClass(context, input.id),
  })),
  saveClassCommission: routes.saveClassCommission.handler(saving('class')),
  previewClassCommission: routes.previewClassCommission.handler(previewing('class')),
  deleteClassCommission: routes.deleteClassCommission.handler(deleting('class')),
  addClassReferral: routes.addClassReferral.handler(referring('class')),

  siteCommission: routes.siteCommission.handler(({ context }) => readSiteCommission(context)),
  saveSiteCommission: routes.saveSiteCommission.handler(({ context, input }) =>
    saveSiteCommission(context, input),
  ),
  previewSiteCommission: routes.previewSiteCommission.handler(({ context, input }) =>
    previewSiteCommission(context, input),
  ),

  referralCodes: routes.referralCodes.handler(async ({ context, input }) => ({
    codes: await findCodes(context, input),
  })),

  recalculation: routes.recalculation.handler(async ({ context, input }) => {
    const { requested_by_id: _, ...recalculation } = await readRecalculation(context, input.id);
    const target = { level: levelName(recalculation.level), owner_id: recalculation.owner_id };
    const waits = recalculation.status === 'waiting';
    return {
      recalculation,
      preview: waits ? withDelay(context, await transact(context, (tx) => previewTarget(tx, target))) : null,
    };
  }),
  cancelRecalculation: routes.cancelRecalculation.handler(switching(cancelRecalculation)),
  stopRecalculation: routes.stopRecalculation.handler(switching(stopRecalculation)),
  resumeRecalculation: routes.resumeRecalculation.handler(switching(resumeRecalculation)),

  explainCharge: routes.explainCharge.handler(async ({ context, input }) => ({
    charge: await explainCharge(context, input.id),
  })),
  commissionHistory: routes.commissionHistory.handler(({ context, input }) => pageOfHistory(context, input)),
  commissionAsOf: routes.commissionAsOf.handler(({ context, input }) => groupAsOf(context, input)),
  heldCharges: routes.heldCharges.handler(({ context, input }) => pageOfHeldCharges(context, input)),
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

function switching(change: typeof cancelRecalculation) {
  return async ({ context, input }: Call<{ id: number }>) => {
    await change(context, input.id);
    const { requested_by_id: _, ...recalculation } = await readRecalculation(context, input.id);
    return { recalculation };
  };
}

function referring(level: LevelName) {
  return async ({ context, input: { id, referral, ...row } }: Call<Referral>) => {
    const type = row.code ? CODE : REFERRAL;
    return { group: await addRow(context, level, id, { ...row, type, referrer_id: referral }) };
  };
}
