import { exportOfCells } from '../../exports/server/cell-export.ts';
import { OUTDATED_CSV, outdatedTranslationsContract } from '../contract.ts';
import { type OutdatedFilter, pageOfOutdated } from './outdated-translations.ts';

export const outdatedTranslationsCsv = exportOfCells<OutdatedFilter>({
  name: 'outdated-translations',
  route: outdatedTranslationsContract.outdatedTranslationsCsv,
  columns: OUTDATED_CSV,
  page: async (context, asked, size) => {
    const { translations, count } = await pageOfOutdated(context, asked, size);
    return { rows: translations, count };
  },
});
