import { sql } from 'kysely';
import { refuse } from '../../../../../core/errors.ts';
import { must } from '../../../../../core/must.ts';
import type { TransactionContext } from '../../../../../server/context.ts';
import { readRules } from '../../../../money-settings/server/money-rules.ts';
import { takeLines } from '../../../server/claim.ts';
import { isPaid } from '../../../server/payees/due.ts';
import { freeLines, holdCharges } from '../free-claimed.ts';
import { lockMaking } from './lock-making.ts';

type Slice = { number: number; line_ids: number[]; payout_ids: number[]; amounts: number[] };

/** Claims the next slice as it was planned. Throws a 409 that names a transaction where a line of it changed since. */
export async function claimSlice(tx: TransactionContext, id: number): Promise<void> {
  const making = await lockMaking(tx, id);
  if (!making || making.ending !== null) return;
  const slice = await nextSlice(tx, id, false);
  if (!slice) return;
  await holdCharges(tx, slice.line_ids);
  await refuseChanged(tx, slice);
  await takeLines(tx, { ids: slice.line_ids, of: slice.payout_ids });
  await mark(tx, id, slice, true);
}

/** Frees a claimed slice of a batch that ends without having paid. */
export async function freeSlice(tx: TransactionContext, id: number): Promise<void> {
  const making = await lockMaking(tx, id);
  if (!making || making.ending === null) return;
  const slice = await nextSlice(tx, id, true);
  if (!slice) return;
  await holdCharges(tx, slice.line_ids);
  await freeLines(tx, slice.line_ids);
  await mark(tx, id, slice, false);
}

function nextSlice({ db }: TransactionContext, id: number, claimed: boolean): Promise<Slice | undefined> {
  return db
    .selectFrom('payout_slices')
    .select(['number', 'line_ids', 'payout_ids', 'amounts'])
    .where('batch_id', '=', id)
    .where('claimed', '=', claimed)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
}

async function mark(
  { db }: TransactionContext,
  id: number,
  { number, line_ids }: Slice,
  claimed: boolean,
): Promise<void> {
  await db
    .updateTable('payout_slices')
    .set({ claimed })
    .where('batch_id', '=', id)
    .where('number', '=', number)
    .execute();
  const by = claimed ? line_ids.length : -line_ids.length;
  await db
    .updateTable('payout_makings')
    .set({ claimed: sql`claimed + ${by}::integer`, failures: 0 })
    .where('batch_id', '=', id)
    .execute();
}

/** Requires locks on the charges. */
async function refuseChanged(tx: TransactionContext, { line_ids, amounts }: Slice): Promise<void> {
  const { db } = tx;
  const { rules } = await readRules(tx);
  const { rows } = await sql<{ same: number[] }>`
    select coalesce(array_agg(o.id), '{}') as same
    from open_lines o join unnest(${line_ids}::bigint[], ${amounts}::bigint[]) t (id, amount)
      on t.id = o.id and t.amount = o.amount
    where o.id = any (${line_ids}::bigint[]) and ${isPaid(rules)}`.execute(db);
  const same = new Set(must(rows[0], 'lines that are as planned').same);
  const changed = line_ids.find((line) => !same.has(line));
  if (changed === undefined) return;
  const line = await db
    .selectFrom('charge_lines')
    .select('charge_id')
    .where('id', '=', changed)
    .executeTakeFirst();
  const what = line ? `Transaction ${line.charge_id}` : 'A transaction';
  refuse(409, `${what} changed after the preview. Nothing was sent`);
}
