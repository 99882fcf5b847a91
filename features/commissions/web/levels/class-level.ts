import { type ClassGroup } from '../../contract.ts';
import { INSTRUCTOR, PLATFORM, PROGRAM } from '../../rules.ts';
import { calls } from '../calls.ts';
import type { GroupLevel } from './level.ts';

export const classLevel: GroupLevel<ClassGroup> = {
  name: 'class',
  titleOf: ({ id, class_name }) => class_name || `Class ${id}`,
  page: 'class',
  detailsOf: ({ instructor_id, instructor_name, program_id, site_program }) => [
    { text: instructor_name ?? 'No instructor', noun: 'instructor', id: instructor_id },
    { text: site_program ?? 'No program', noun: 'program', id: program_id },
  ],
  sourceOf: ({ instructor_name, site_program }, { level }) =>
    level === 'instructor' ? instructor_name : level === 'program' ? site_program : null,
  addable: [PLATFORM, PROGRAM, INSTRUCTOR],
  read: async (id) => (await calls.classCommission.call({ id })).class,
  save: async (input) => (await calls.saveClassCommission.call(input)).group,
  preview: (input) => calls.previewClassCommission.call(input),
  removeRow: async (id) => (await calls.deleteClassCommission.call({ id })).group,
  removeQuestion: 'Sure to remove commission?',
  addReferral: async (input) => (await calls.addClassReferral.call(input)).group,
  referralTitle: 'Add referral commission',
  referralNeedsAmount: true,
};
