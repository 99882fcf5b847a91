/** Redeems a code on a site. Specification: LiL tokens; Coins. */
import { sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import { refuse } from '../../../core/errors.ts';
import {
  type Context,
  type TransactionContext,
  transact,
  transactWithoutTenantScope,
} from '../../../server/context.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { redeemCoins } from '../../users/coins/server/coins.ts';
import { TOKEN } from './tokens.ts';

/**
 * Books the token's coins for the user, once whoever tries, and answers how many and the entry. 400 alike for a code that
 * is unknown, used, switched off or past its last day (UTC): it says nothing about which codes there are. 404 for no such
 * user, 400 for one who is deleted. Holds the token, then the user.
 */
export async function redeemToken(
  context: Context,
  { code, user_id }: { code: string; user_id: number },
): Promise<{ amount: number; entry_id: number }> {
  // Tokens belong to no program: a program's own connection does not see them.
  const run = isGlobal(context.actor) ? transact : transactWithoutTenantScope;
  return run(context, async (tx: TransactionContext) => {
    // What no code can hold, the database does not hold either.
    const token = code.includes('\0') ? undefined : await holdToken(tx, code);
    if (!token?.redeemable) refuse(400, 'This token cannot be redeemed');
    const { id, amount } = token;
    const entry_id = await redeemCoins(tx, { user_id, amount, token_id: id });
    // Whoever is editing it meanwhile is told.
    const updated_at = sql<string>`greatest(provost_now(), updated_at + interval '1 millisecond')`;
    const columns = { used: 1, updated_at, updated_by: null };
    await tx.db.updateTable('lilt_tokens').set(columns).where('id', '=', id).execute();
    const entry = { entity: TOKEN.entity, entity_id: id, action: 'redeem', program_id: null };
    await audit(tx, { ...entry, before: { used: 0 }, after: { used: 1, user_id } });
    return { amount: amount / 100, entry_id };
  });
}

/** Locks the token in one statement, which sees the result of a concurrent redemption. */
function holdToken({ db }: TransactionContext, code: string) {
  return db
    .selectFrom('lilt_tokens')
    .select(['id', 'amount'])
    .select(
      sql<boolean>`status = 1 and used = 0
        and coalesce(expiry_date >= (clock_timestamp() at time zone 'UTC')::date, true)`.as('redeemable'),
    )
    .where(sql<boolean>`lower(code) = lower(${code.trim().normalize('NFC')})`)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
