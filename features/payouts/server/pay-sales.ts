import { sql } from 'kysely';
import {
  type Context,
  type TransactionContext,
  transact,
  visibleTo,
  withoutTenantScope,
} from '../../../server/context.ts';
import { keepRules, readRules } from '../../money-settings/server/money-rules.ts';
import { beginBatch, isOfManyLines } from '../batches/server/making/begin-batch.ts';
import type { Preview } from '../contract.ts';
import { payeeOf } from '../rules.ts';
import { claim, holdPayouts } from './claim.ts';
import { salesDue, wantedFrom } from './payees/due.ts';
import { PAYEE_OF_LINE } from './payees/payee-numbers.ts';
import { holdPayees } from './payees/standings.ts';
import { previewOf } from './preview.ts';

/** Returns what paying these payees would do, within the caller's scope; throws a 400 for an unknown id. */
export async function previewSales(context: Context, ids: readonly number[]): Promise<Preview> {
  const { rules } = await readRules(withoutTenantScope(context));
  return previewOf(context, 'sales', await salesDue(context, ids, rules));
}

/** Pays the active lines of these payees in one batch, without those paid or refunded meanwhile; refuses as `claim`. Many are claimed later: `making`. */
export async function paySales(
  context: Context,
  { ids, fingerprint }: { ids: readonly number[]; fingerprint?: string | undefined },
): Promise<number> {
  return transact(context, async (tx) => {
    if (await isOfManyLines(tx, ids)) return beginBatch(tx, { ids, fingerprint });
    await holdPayouts(tx);
    const { rules } = await keepRules(tx);
    // Before their charges: who saves a user holds them first, and who divides charges anew holds no user.
    await holdPayees(
      tx,
      ids.flatMap((id) => payeeOf(id)?.user_id ?? []),
    );
    await holdCharges(tx, ids);
    const due = await salesDue(tx, ids, rules);
    return claim(tx, 'sales', due, { fingerprint, approval: rules.payout_approval });
  });
}

/** Locks the charges in the usual order, so that refunds, recalculations and disputes wait. */
async function holdCharges({ db, actor }: TransactionContext, ids: readonly number[]): Promise<void> {
  await sql`
    select from charges c where (c.id, c.currency) in (
      select l.charge_id, w.currency from charge_lines l
      join json_to_recordset(${JSON.stringify(wantedFrom(ids))}::json) w (payee integer, currency text)
        on ${PAYEE_OF_LINE} = w.payee
      where l.payout_id is null)
      and ${visibleTo(actor, 'c.program_id')}
    order by c.id for no key update`.execute(db);
}
