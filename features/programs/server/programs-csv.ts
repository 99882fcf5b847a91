/** The programs of the list as a file. Specification: Exports. */
import { exportOfList, listed } from '../../exports/server/list-export.ts';
import { matching, PROGRAM_LIST } from './programs.ts';

export const programsCsv = exportOfList<{ name: string }>({
  name: 'programs',
  saved_as: 'programs',
  access: 'signed_in',
  list: () => PROGRAM_LIST,
  matching: (actor, { name }) => matching(actor, { name, status: 'all' }),
  columns: [
    ['ID', listed.number('id')],
    ['Program tag', listed.text('program_tag')],
    ['Program name', listed.text('program_display_name')],
    ['Support email', listed.text('support_email')],
    ['Status', listed.flag('status', 'Active', 'Inactive')],
  ],
});
