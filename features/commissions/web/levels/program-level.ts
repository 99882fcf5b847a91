import { type ProgramGroup } from '../../contract.ts';
import { INSTRUCTOR, PLATFORM, PROGRAM } from '../../rules.ts';
import { calls } from '../calls.ts';
import type { GroupLevel } from './level.ts';

export const programLevel: GroupLevel<ProgramGroup> = {
  name: 'program',
  titleOf: ({ id, program_display_name }) => program_display_name || `Program ${id}`,
  page: 'program',
  detailsOf: () => [{ text: 'Program', noun: 'program', id: null }],
  sourceOf: () => null,
  // Without them a program without rows could never get its first: the program referral gives what stands here.
  addable: [PLATFORM, PROGRAM, INSTRUCTOR],
  read: async (id) => (await calls.programCommission.call({ id })).program,
  save: async (input) => (await calls.saveProgramCommission.call(input)).group,
  preview: (input) => calls.previewProgramCommission.call(input),
  removeRow: async (id) => (await calls.deleteProgramCommission.call({ id })).group,
  removeQuestion: 'Remove the commission?',
  addReferral: async (input) => (await calls.addProgramReferral.call(input)).group,
  referralNeedsAmount: false,
  referralProgram: ({ id }) => id,
  referInstructor: ({ id }, referral) => calls.referInstructor.call({ id, referral }),
};
