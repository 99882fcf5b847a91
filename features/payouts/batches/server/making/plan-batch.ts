import { sql } from 'kysely';
import { refuse } from '../../../../../core/errors.ts';
import { must } from '../../../../../core/must.ts';
import type { TransactionContext } from '../../../../../server/context.ts';
import { keepRules } from '../../../../money-settings/server/money-rules.ts';
import { payeeOf } from '../../../rules.ts';
import {
  heldOf,
  holdPayouts,
  insertPayouts,
  type Pairs,
  pairsOf,
  payableOf,
  takeBeside,
} from '../../../server/claim.ts';
import { salesDue } from '../../../server/payees/due.ts';
import { holdPayees } from '../../../server/payees/standings.ts';
import { lockMaking, requireAuthor } from './lock-making.ts';

/** Plans a batch: from then on its debts and credits are claimed, and no other payout pays its payees. Refuses as `claim`, and where lines change meanwhile. */
export async function planBatch(tx: TransactionContext, id: number): Promise<void> {
  const { db } = tx;
  await holdPayouts(tx);
  const making = await lockMaking(tx, id);
  if (!making || making.ending !== null || making.lines !== null) return;
  await requireAuthor(tx);
  const { rules } = await keepRules(tx);
  const { ids, fingerprint } = making;
  await holdPayees(
    tx,
    ids.flatMap((payee) => payeeOf(payee)?.user_id ?? []),
  );
  const due = await salesDue(tx, ids, rules);
  const paid = await payableOf(tx, 'sales', due, { fingerprint: fingerprint ?? undefined });
  await db
    .updateTable('payout_batches')
    .set({ held: heldOf(due) })
    .where('id', '=', id)
    .execute();
  const at = await now(tx);
  const payouts = await insertPayouts(tx, { kind: 'sales', batch_id: id, state: 'making', at }, paid);
  await takeBeside(tx, paid, payouts);
  const lines = pairsOf(paid, payouts, ({ line_ids }) => line_ids);
  await writeSlices(tx, id, lines);
  await refuseOtherSums(tx, id);
  await db
    .updateTable('payout_makings')
    .set({ planned_at: at, approval: rules.payout_approval, lines: lines.ids.length })
    .where('batch_id', '=', id)
    .execute();
}

async function now({ db }: TransactionContext): Promise<string> {
  const { rows } = await sql<{ now: string }>`select provost_now() as now`.execute(db);
  return must(rows[0], 'time').now;
}

async function writeSlices(
  { db, platform }: TransactionContext,
  batch_id: number,
  { ids, of }: Pairs,
): Promise<void> {
  await sql`
    insert into payout_slices (batch_id, number, line_ids, payout_ids, amounts)
    select ${batch_id}, (t.place - 1) / ${platform.config.payoutSliceLines}::integer,
      array_agg(t.id order by t.place), array_agg(t.payout_id order by t.place),
      array_agg(l.amount - l.refunded order by t.place)
    from unnest(${ids}::bigint[], ${of}::integer[]) with ordinality t (id, payout_id, place)
    join charge_lines l on l.id = t.id and l.payout_id is null
    group by 2`.execute(db);
}

/** The lines are not locked: what was summed and what was written to slices may be of two moments. */
async function refuseOtherSums({ db }: TransactionContext, batch_id: number): Promise<void> {
  const { rows } = await sql`
    with sliced as (
      select t.payout_id, count(*) as lines, sum(t.amount) as amount
      from payout_slices s cross join unnest(s.payout_ids, s.amounts) t (payout_id, amount)
      where s.batch_id = ${batch_id} group by 1
    ), beside as (
      select a.payout_id, sum(a.amount) as amount from payout_adjustments a join payouts p on p.id = a.payout_id
      where p.batch_id = ${batch_id} group by 1
    )
    select from payouts p
    left join sliced s on s.payout_id = p.id
    left join beside b on b.payout_id = p.id
    where p.batch_id = ${batch_id} and (coalesce(s.lines, 0) <> p.lines
      or coalesce(s.amount, 0) + coalesce(b.amount, 0) <> p.amount)
    limit 1`.execute(db);
  if (rows.length > 0) refuse(409, 'Amounts changed while the batch was being planned. Nothing was sent');
}
