import { sql } from 'kysely';
import { must } from '../../../../core/must.ts';
import type { Db } from '../../../../server/db/client.ts';
import { FOLDED_AT_ONCE, foldingJob } from '../../../../server/work/folding.ts';

export const foldPayeeBalances = foldingJob('fold-payee-balances', foldBalances);

/** Folds at most a batch of sums and returns how many rows fewer there are. No sum changes. */
export async function foldBalances(db: Db): Promise<number> {
  const { rows } = await sql<{
    fewer: number;
  }>`select fold_payee_balances(${FOLDED_AT_ONCE}) as fewer`.execute(db);
  return must(rows[0], 'count of folded rows').fewer;
}
