/** The classes of the list as a file. Specification: Exports. */
import { programOf } from '../../../../server/context.ts';
import { exportOfList, listed } from '../../../exports/server/list-export.ts';
import { classesContract } from '../../contract.ts';
import { type ClassFilter, listIn, matching } from '../../server/classes.ts';

export const classesCsv = exportOfList<ClassFilter>({
  name: 'classes',
  saved_as: 'classes',
  access: classesContract.classesCsv['~orpc'].meta.access,
  list: (actor, { program_id }) => listIn(actor, programOf(actor, program_id)),
  matching: (actor, filter) => matching(programOf(actor, filter.program_id), filter),
  columns: [
    ['ID', listed.number('id')],
    ['Class name', listed.text('class_name')],
    ['Instructor name', listed.text('instructor_name')],
    ['Enrolled', listed.number('enrolled')],
    ['Class price', listed.amount('class_price')],
    ['Currency', listed.text('currency')],
    ['Membership discount', listed.hundredths('membership_discount')],
    ['Other-membership discount', listed.hundredths('membership_discount_other')],
    ['Deleted', listed.flag('del_flag')],
    ['Status', listed.flag('status', 'Active', 'Inactive')],
    ['Featured', listed.word('featured', { y: 'Yes', n: 'No' })],
    ['Display order', listed.number('display_order')],
    ['Home program', listed.program()],
  ],
});
