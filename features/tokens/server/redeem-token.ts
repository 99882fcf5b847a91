/** Redeems a code on a site. Specification: LiL tokens; Coins. */
import { sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import { refuseField } from '../../../core/errors.ts';
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
    const token = code.includes('\0') ? undefined : await spendToken(tx, code);
    if (!token) refuseField('code', "This LiL token can't be redeemed");
    const { id, amount } = token;
    const entry_id = await redeemCoins(tx, { user_id, amount, token_id: id });
    const entry = { entity: TOKEN.entity, entity_id: id, action: 'redeem', program_id: null };
    await audit(tx, { ...entry, before: { used: 0 }, after: { used: 1, user_id } });
    return { amount: amount / 100, entry_id };
  });
}

/** Marks the token as used in one statement, which sees the result of a concurrent redemption. */
async function spendToken({ db }: TransactionContext, code: string) {
  const { rows } = await sql<{ id: number; amount: number }>`
    select id, amount from spend_token(${code.trim().normalize('NFC')})`.execute(db);
  return rows[0];
}
