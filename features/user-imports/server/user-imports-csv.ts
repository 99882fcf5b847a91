import { exportOfCells } from '../../exports/server/cell-export.ts';
import { IMPORTS_CSV } from '../../imports/contract.ts';
import { pageOfImports } from '../../imports/server/read-imports.ts';
import { userImportsContract } from '../contract.ts';
import { USER_FILES } from './user-imports.ts';

export const userImportsCsv = exportOfCells<{ failed: '' | '1' }>({
  name: 'users-imports',
  route: userImportsContract.userImportsCsv,
  columns: IMPORTS_CSV,
  page: async (context, asked, size) => {
    const { imports, count } = await pageOfImports(context, USER_FILES, asked, size);
    return { rows: imports, count };
  },
});
