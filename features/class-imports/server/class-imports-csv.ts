import { exportOfCells } from '../../exports/server/cell-export.ts';
import { IMPORTS_CSV } from '../../imports/contract.ts';
import { pageOfImports } from '../../imports/server/read-imports.ts';
import { classImportsContract } from '../contract.ts';
import { CLASS_FILES } from './class-imports.ts';

export const classImportsCsv = exportOfCells<{ failed: '' | '1'; program_id: number }>({
  name: 'classes-imports',
  route: classImportsContract.classImportsCsv,
  columns: { ...IMPORTS_CSV, updated: ['Changed', 'number'] },
  page: async (context, asked, size) => {
    const { imports, count } = await pageOfImports(context, CLASS_FILES, asked, size);
    return { rows: imports, count };
  },
});
