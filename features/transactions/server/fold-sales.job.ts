import { sql } from 'kysely';
import { must } from '../../../core/must.ts';
import type { Db } from '../../../server/db/client.ts';
import { FOLDED_AT_ONCE, foldingJob } from '../../../server/work/folding.ts';

export const foldSaleChanges = foldingJob('fold-sale-changes', foldSales);

/** Folds at most a batch of rows and returns how many. No sum changes. */
export async function foldSales(db: Db): Promise<number> {
  const { rows } = await sql<{
    folded: number;
  }>`select fold_sale_changes(${FOLDED_AT_ONCE}) as folded`.execute(db);
  return must(rows[0], 'count of folded rows').folded;
}
