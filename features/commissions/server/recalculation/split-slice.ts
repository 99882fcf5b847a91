import { sql } from 'kysely';
import { must } from '../../../../core/must.ts';
import type { Trx } from '../../../../server/db/client.ts';
import { differs, isOlder, plan, type Slice, splitCharges, writeLines } from '../split.ts';
import type { Group } from './due-runs.ts';

/** Divides a slice of a group as {@link splitCharges} the group; returns how many charges changed, and the id up to which all are looked at. */
export async function splitSlice(
  trx: Trx,
  group: Group,
  slice: Slice,
): Promise<{ charges: number; reached: number }> {
  const target = { ...group, slice };
  await sql`set local work_mem = '64MB'; set local jit = off`.execute(trx);
  // Locked in the order of payouts, so that neither waits for the other in a circle.
  const { rows } = await sql<{ ids: number[]; held: number[]; found: number; last: number | null }>`
    with ${plan(target)},
    locked as materialized (
      select c.id from charges c where c.id in (select charge_id from plan) order by c.id for no key update
    ),
    updated as (
      update charges c
      set held = p.held, split_rows = case when p.held is null then p.rows else c.split_rows end,
        split_number = ${slice.number}
      from plan p
      where p.charge_id = c.id and c.id in (select id from locked) and ${differs} and ${isOlder(slice)}
      returning c.id, c.held
    )
    select (select coalesce(array_agg(id), '{}') from updated) as ids,
      (select coalesce(array_agg(id), '{}') from updated where held is not null) as held,
      (select count(*) from moved) as found, (select max(charge_id) from moved) as last`.execute(trx);
  const { ids, held, found, last } = must(rows[0], 'answer of a slice');
  if (ids.length > 0) await writeLines(trx, ids);
  if (held.length > 0) await resolveHeld(trx, held, slice);
  const isWhole = slice.most === null || found < slice.most;
  return { charges: ids.length, reached: isWhole ? slice.to : must(last, 'last charge of a slice') };
}

/** Divides by the present rows what these resolve: the save that did so may have come and gone. A run that began later comes to it as to any other. */
async function resolveHeld(trx: Trx, ids: readonly number[], { number }: Slice): Promise<void> {
  await splitCharges(trx, { charge_ids: ids });
  await sql`update charges set split_number = ${number} where id = any (${ids}::integer[])`.execute(trx);
}
