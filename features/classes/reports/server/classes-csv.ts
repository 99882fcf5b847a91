import { programOf } from '../../../../server/context.ts';
import { exportOfList } from '../../../exports/server/list-export.ts';
import { CLASS_CSV, classesContract } from '../../contract.ts';
import { type ClassFilter, listIn, matching } from '../../server/classes.ts';

export const classesCsv = exportOfList<ClassFilter>({
  name: 'classes',
  route: classesContract.classesCsv,
  list: (actor, { program_id }) => listIn(actor, programOf(actor, program_id)),
  matching: (actor, filter) => matching(programOf(actor, filter.program_id), filter),
  columns: CLASS_CSV,
});
