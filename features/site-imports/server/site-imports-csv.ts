import { exportOfCells } from '../../exports/server/cell-export.ts';
import { IMPORTS_CSV } from '../../imports/contract.ts';
import { pageOfImports } from '../../imports/server/read-imports.ts';
import { siteImportsContract } from '../contract.ts';
import { SITE_FILES } from './site-imports.ts';

export const siteImportsCsv = exportOfCells<{ failed: '' | '1'; program_id: number }>({
  name: 'site-imports',
  saved_as: 'imports',
  route: siteImportsContract.siteImportsCsv,
  columns: { ...IMPORTS_CSV, kind: ['Kind', 'text'] },
  page: async (context, asked, size) => {
    const { imports, count } = await pageOfImports(context, SITE_FILES, asked, size);
    return { rows: imports, count };
  },
});
