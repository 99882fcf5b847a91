import { type ClassGroup } from '../../contract.ts';
import { INSTRUCTOR, PLATFORM, PROGRAM } from '../../rules.ts';
import { calls } from '../calls.ts';
import type { GroupLevel } from './level.ts';

export const classLevel: GroupLevel<ClassGroup> = {
  name: 'class',
  titleOf: ({ id, class_name }) => class_name || `Class ${id}`,
  detailOf: ({ instructor_name, site_program }) =>
    `${instructor_name ?? 'No instructor'} · ${site_program ?? 'No program'}`,
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
