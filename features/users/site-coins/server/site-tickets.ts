/** Tickets that sites sell for coins. Specification: Sites, coins. */
import { type Outcome, oneByOne, type SiteTransaction } from '../../../../server/sites/facts.ts';
import { holdEvents, holdUsers, requireHere } from '../../../../server/sites/rows-here.ts';
import { coinsOf } from '../../coins/server/coins.ts';
import { buyTickets } from '../../coins/server/tickets.ts';
import type { MovedTickets } from '../contract.ts';

type Sold = { tickets: string[]; balance: number };

/**
 * Books purchases of tickets; the id of each is that of its first ticket. Rejected: an event that is not the site's, or
 * nobody of the site (404 by name), an event that is not live or sold out, and too few coins (400).
 */
export async function bookTickets(
  tx: SiteTransaction,
  wishes: readonly MovedTickets[],
): Promise<Outcome<Sold>[]> {
  const events = await holdEvents(
    tx,
    wishes.map(({ event_id }) => event_id),
  );
  const users = await holdUsers(
    tx,
    wishes.map(({ user_id }) => user_id),
  );
  const book = oneByOne(async (within: SiteTransaction, wished: MovedTickets) => {
    const { event_id, user_id, quantity, occurred_at: created_at } = wished;
    const wish = { event_id, user_id, quantity, created_at };
    requireHere(events, 'event_id', wish.event_id);
    requireHere(users, 'user_id', wish.user_id);
    const { codes } = await buyTickets(within, wish);
    const { lilt_balance } = await coinsOf(within, wish.user_id);
    return { id: await firstOf(within, codes), tickets: codes, balance: lilt_balance };
  });
  return book(tx, wishes);
}

async function firstOf({ db }: SiteTransaction, codes: readonly string[]): Promise<number> {
  const { id } = await db
    .selectFrom('tickets')
    .select('id')
    .where('code', 'in', codes)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return id;
}
