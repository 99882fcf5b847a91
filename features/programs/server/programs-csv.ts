import { exportOfList } from '../../exports/server/list-export.ts';
import { PROGRAM_CSV, programsContract } from '../contract.ts';
import { matching, PROGRAM_LIST } from './programs.ts';

export const programsCsv = exportOfList<{ name: string }>({
  name: 'programs',
  route: programsContract.programsCsv,
  list: () => PROGRAM_LIST,
  matching: (actor, { name }) => matching(actor, { name, status: 'all' }),
  columns: PROGRAM_CSV,
});
