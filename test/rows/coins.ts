/** People with coins, and tokens that bring some. */
import type { Insertable } from 'kysely';
import { grantCoins } from '../../features/users/coins/server/coins.ts';
import type { Db } from '../../server/db/client.ts';
import type { LiltTokens, SiteUsers } from '../../server/db/types.ts';
import { makeSiteUser } from '../factories.ts';
import { system } from '../system.ts';

/** Makes a user who has been given `coins` by staff; answers the id. */
export async function makeUserWithCoins(
  db: Db,
  coins: number,
  values: Partial<Insertable<SiteUsers>> = {},
): Promise<number> {
  const { id } = await makeSiteUser(db, values);
  if (coins > 0) await grantCoins(system(db), { id, amount: coins, reason: '' });
  return id;
}

let made = 0;

/** Makes a token of 2.50 coins unless told; answers its code. */
export async function makeToken(db: Db, values: Partial<Insertable<LiltTokens>> = {}): Promise<string> {
  made += 1;
  const { code } = await db
    .insertInto('lilt_tokens')
    .values({ code: `Told-${process.pid}-${made}`, amount: 250, ...values })
    .returning('code')
    .executeTakeFirstOrThrow();
  return code;
}

/** What a user has, in hundredths of a coin, and the sum of the ledger. */
export async function purseOf(db: Db, user_id: number) {
  return db
    .selectFrom('site_users as u')
    .select((eb) => [
      'u.lilt_balance as balance',
      eb
        .selectFrom('lilt_entries as e')
        .select((e) => e.fn.coalesce(e.fn.sum<number>('e.amount'), e.val(0)).as('sum'))
        .whereRef('e.user_id', '=', 'u.id')
        .as('ledger'),
    ])
    .where('u.id', '=', user_id)
    .$castTo<{ balance: number; ledger: number }>()
    .executeTakeFirstOrThrow();
}
