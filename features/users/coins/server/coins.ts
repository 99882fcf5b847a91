/** The ledger of coins, in hundredths: what is in it stays, and the balance is its sum. Specification: Coins. */
import { notFound, refuse, refuseField } from '../../../../core/errors.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { levelOf } from '../../rules.ts';
import type { EntryKind } from '../schemas.ts';
import { readEntry } from './entries.ts';

export const DELETED = 'This user has been deleted';

/** Gives coins (`amount` with two decimals), and records it. 404 as any read; 400 for a user who is deleted. */
export async function grantCoins(
  context: Context,
  { id, amount, reason }: { id: number; amount: number; reason: string },
) {
  return transact(context, async (tx) => {
    const { entry_id, ...coins } = await giveCoins(tx, { user_id: id, amount, reason });
    return { ...coins, entry: await readEntry(tx, entry_id) };
  });
}

/** Gives coins as {@link grantCoins} within the caller's transaction, now or at `created_at`; answers the entry's id and the new balance. */
export async function giveCoins(
  tx: TransactionContext,
  given: { user_id: number; amount: number; reason: string; created_at?: string | undefined },
) {
  const { user_id, amount, reason, created_at } = given;
  const user = await holdPurse(tx, user_id);
  if (user.del_status === 1) refuse(400, DELETED);
  const grant = { user_id, amount: Math.round(amount * 100), kind: 'grant', reason } as const;
  const entry_id = await book(tx, { ...grant, created_at });
  return { ...(await recorded(tx, user, 'add_lilt', { reason })), entry_id };
}

/**
 * Takes `amount` hundredths, above 0, for what `kind` and `reference` say, and answers the entry. 404 for no such user,
 * 400 for one who is deleted or has less. Holds the user until the transaction ends: whoever holds an event or a product
 * as well has held that first.
 */
export async function spendCoins(
  tx: TransactionContext,
  spent: {
    user_id: number;
    amount: number;
    kind: 'purchase' | 'ticket';
    reference: string;
    created_at?: string | undefined;
  },
): Promise<number> {
  const user = await holdPurse(tx, spent.user_id);
  if (user.del_status === 1) refuseField('user_id', DELETED);
  if (user.lilt_balance < spent.amount) {
    const [needed, there] = [spent.amount, user.lilt_balance].map(inWords);
    refuseField('user_id', `Not enough LiL-T: ${needed} needed, ${there} available`);
  }
  return book(tx, { ...spent, amount: -spent.amount });
}

/** Gives hundredths, above 0, for a redeemed token, recorded with the user. 404 and 400 as {@link spendCoins}. Holds the user, behind the token. */
export async function redeemCoins(
  tx: TransactionContext,
  { user_id, amount, token_id }: { user_id: number; amount: number; token_id: number },
): Promise<number> {
  const user = await holdPurse(tx, user_id);
  if (user.del_status === 1) refuse(400, DELETED);
  const reference = String(token_id);
  const entry_id = await book(tx, { user_id, amount, kind: 'token', reference });
  await recorded(tx, user, 'redeem_token', { token: token_id });
  return entry_id;
}

/** Books the opposite of an entry, once. 404 for no entry of the caller's; 400 if reversed already, a reversal, or what it brought is spent. */
export async function reverseEntry(
  context: Context,
  { id, reason = '' }: { id: number; reason?: string },
): Promise<number> {
  return transact(context, async (tx) => {
    const entry = await tx.db
      .selectFrom('lilt_entries')
      .select(['user_id', 'amount', 'kind'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!entry) notFound();
    const user = await holdPurse(tx, entry.user_id);
    if (entry.kind === 'reversal') refuse(400, 'A reversal cannot be reversed');
    const before = await tx.db
      .selectFrom('lilt_entries')
      .select('id')
      .where('reverses', '=', id)
      .executeTakeFirst();
    if (before) refuse(400, 'This entry is already reversed');
    if (entry.amount > user.lilt_balance) refuse(400, 'These LiL-T are already spent');
    const reversal = { user_id: entry.user_id, amount: -entry.amount, reference: String(id), reason };
    const made = await book(tx, { ...reversal, kind: 'reversal' });
    await recorded(tx, user, 'reverse_lilt', { entry: id, reason });
    return made;
  });
}

type Purse = {
  id: number;
  program_id: number | null;
  del_status: number;
  lilt_balance: number;
  lilt_total: number;
};

/** The user where the caller may see them; nobody else books on them until the transaction ends. */
async function holdPurse({ db, actor }: TransactionContext, id: number): Promise<Purse> {
  const user = await db
    .selectFrom('site_users')
    .select(['id', 'program_id', 'del_status', 'lilt_balance', 'lilt_total'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'program_id'))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return user ?? notFound();
}

type Booking = {
  user_id: number;
  amount: number;
  kind: EntryKind;
  reference?: string;
  reason?: string;
  created_at?: string | undefined;
};

/** The database adds the amount to what the user has. */
async function book({ db, actor }: TransactionContext, { created_at, ...booking }: Booking): Promise<number> {
  const { id } = await db
    .insertInto('lilt_entries')
    .values({ ...booking, ...(created_at && { created_at }), created_by: actor.admin_id || null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function recorded(tx: TransactionContext, user: Purse, action: string, why: object) {
  const coins = await coinsOf(tx, user.id);
  const { lilt_balance, lilt_total } = coins;
  await audit(tx, {
    entity: 'site_user',
    entity_id: user.id,
    action,
    program_id: user.program_id,
    before: { lilt_balance: user.lilt_balance / 100, lilt_total: user.lilt_total / 100 },
    after: { lilt_balance, lilt_total, ...why },
  });
  return coins;
}

/** Returns a user's balance; throws a 404 for an invisible user. */
export async function coinsOf({ db, actor }: Context, id: number) {
  const user = await db
    .selectFrom('site_users')
    .select(['lilt_balance', 'lilt_total'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'program_id'))
    .executeTakeFirst();
  if (!user) notFound();
  const [lilt_balance, lilt_total] = [user.lilt_balance / 100, user.lilt_total / 100];
  return { lilt_balance, lilt_total, level: levelOf(lilt_total) };
}

function inWords(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}
