/** Tickets that are paid in coins. Specification: Coins; Tickets. */
import { sql } from 'kysely';
import { type Context, transact } from '../../../../server/context.ts';
import { sellTickets } from '../../../events/draws/server/tickets.ts';
import { spendCoins } from './coins.ts';

/** Sells tickets for coins: the codes, and the ledger's entry, null if free. 404 and 400 as {@link sellTickets} and {@link spendCoins}; event held before user. */
export async function buyTickets(
  context: Context,
  wish: { event_id: number; user_id: number; quantity: number; created_at?: string | undefined },
): Promise<{ codes: string[]; entry_id: number | null }> {
  return transact(context, async (tx) => {
    const { event_id, user_id, quantity, created_at } = wish;
    const codes = await sellTickets(tx, wish);
    const { price } = await tx.db
      .selectFrom('events')
      .select(sql<number>`coalesce(ticket_price, price)`.as('price'))
      .where('id', '=', event_id)
      .executeTakeFirstOrThrow();
    if (price === 0) return { codes, entry_id: null };
    const amount = price * quantity;
    const entry_id = await spendCoins(tx, {
      user_id,
      amount,
      kind: 'ticket',
      reference: String(event_id),
      created_at,
    });
    return { codes, entry_id };
  });
}
