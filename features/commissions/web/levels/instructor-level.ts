import { type Instructor } from '../../contract.ts';
import { INSTRUCTOR, PLATFORM, PROGRAM } from '../../rules.ts';
import { calls } from '../calls.ts';
import type { GroupLevel } from './level.ts';

export const instructorLevel: GroupLevel<Instructor> = {
  name: 'instructor',
  titleOf: ({ id, first_name, last_name }) => `${first_name} ${last_name}`.trim() || `Instructor ${id}`,
  page: 'instructor',
  detailsOf: ({ site_program, program_id: id }) => [
    { text: site_program ?? (id === 0 ? 'No program' : `Program ${id}`), noun: 'program', id },
  ],
  sourceOf: ({ site_program }, { level }) => (level === 'program' ? site_program : null),
  addable: [PLATFORM, PROGRAM, INSTRUCTOR],
  read: async (id) => (await calls.instructorCommission.call({ id })).instructor,
  save: async (input) => (await calls.saveInstructorCommission.call(input)).group,
  preview: (input) => calls.previewInstructorCommission.call(input),
  removeRow: async (id) => (await calls.deleteInstructorCommission.call({ id })).group,
  removeQuestion: 'Remove the commission?',
  addReferral: async (input) => (await calls.addInstructorReferral.call(input)).group,
  referralNeedsAmount: true,
  addProgramCommission: async ({ id, program_id }) =>
    (await calls.referInstructor.call({ id: program_id, referral: id })).group,
};
