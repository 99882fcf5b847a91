import { type Outcome, oneByOne, type SiteTransaction } from '../../../../server/sites/facts.ts';
import { holdEvents, holdUsers, requireHere } from '../../../../server/sites/rows-here.ts';
import { coinsOf } from '../../coins/server/coins.ts';
import { buyTickets } from '../../coins/server/tickets.ts';
import type { MovedTickets } from '../contract.ts';

type Sold = { tickets: string[]; balance: number };

/** Books purchases of tickets, each by the id of its first. Rejected: a foreign event or user (404 by name), an event not live or sold out, too few coins (400). */
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
  const book = oneByOne(async (tx: SiteTransaction, wished: MovedTickets) => {
    const { event_id, user_id, quantity, occurred_at: created_at } = wished;
    const wish = { event_id, user_id, quantity, created_at };
    requireHere(events, 'event_id', wish.event_id);
    requireHere(users, 'user_id', wish.user_id);
    const { codes } = await buyTickets(tx, wish);
    const { lilt_balance } = await coinsOf(tx, wish.user_id);
    return { id: await firstOf(tx, codes), tickets: codes, balance: lilt_balance };
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
