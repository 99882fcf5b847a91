import { sql } from 'kysely';
import { refuse } from '../../../../core/errors.ts';
import { type Outcome, oneByOne, type SiteTransaction } from '../../../../server/sites/facts.ts';
import { holdUsers, requireHere } from '../../../../server/sites/rows-here.ts';
import { sourceOf } from '../../../../server/sites/site-caller.ts';
import { giveCoins } from '../../coins/server/coins.ts';
import type { MovedGrant } from '../contract.ts';

/** Books grants. Rejected: nobody of the site (404 `user_id`), more than the program's bound of the day (403 `COIN_BOUND`). */
export async function bookGrants(
  tx: SiteTransaction,
  grants: readonly MovedGrant[],
): Promise<Outcome<{ balance: number }>[]> {
  const users = await holdUsers(
    tx,
    grants.map(({ user_id }) => user_id),
  );
  const book = oneByOne(async (tx: SiteTransaction, { user_id, amount, reason, occurred_at }: MovedGrant) => {
    requireHere(users, 'user_id', user_id);
    // What was given elsewhere, over years, is no gift of today.
    if (sourceOf(tx.site) === 'site') await countOfDay(tx, Math.round(amount * 100));
    const grant = { user_id, amount, reason, created_at: occurred_at };
    const { entry_id, lilt_balance } = await giveCoins(tx, grant);
    return { id: entry_id, balance: lilt_balance };
  });
  return book(tx, grants);
}

/** Counts hundredths of coins towards the bound of the day (UTC) in one statement, or refuses them. */
async function countOfDay({ db, site }: SiteTransaction, hundredths: number): Promise<void> {
  const { rows } = await sql<{ granted: number }>`
    insert into site_coin_days as d (program_id, day, granted)
    select p.id, (provost_now() at time zone 'UTC')::date, ${hundredths}::bigint from programs p
    where p.id = ${site.program_id} and ${hundredths}::bigint <= p.site_coins_per_day * 100::bigint
    on conflict (program_id, day) do update set granted = d.granted + excluded.granted
      where d.granted + excluded.granted <= (
        select p.site_coins_per_day * 100::bigint from programs p where p.id = d.program_id)
    returning granted`.execute(db);
  if (rows.length > 0) return;
  const message = "This is above the daily LiL-T limit of this program's site";
  refuse(403, message, { code: 'COIN_BOUND', errors: [{ path: 'amount', message }] });
}
