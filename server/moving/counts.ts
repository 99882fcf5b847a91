/** Counts that stand in a row beside what they count: triggers keep them, which rest while an office moves in. Specification: Moving out. */
import type pg from 'pg';
import { refuse } from '../../core/errors.ts';

/** Coins that came in, of entries `o`: a grant that is taken back is taken out, as the ledger counts. */
export const COINS_IN =
  "sum(case when o.kind = 'reversal' then least(o.amount, 0) else greatest(o.amount, 0) end)";

/** Throws a 400 for the first person whose coins are not the sum of the entries, or event that counts other tickets. */
export async function refuseOtherCounts(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows: people } = await client.query<Record<'id' | 'balance' | 'total' | 'sum' | 'sum_in', number>>(`
    select u.id, u.lilt_balance / 100.0 as balance, u.lilt_total / 100.0 as total, coalesce(e.sum, 0) / 100.0 as sum,
      coalesce(e.sum_in, 0) / 100.0 as sum_in
    from site_users u left join (
      select o.user_id, sum(o.amount) as sum, ${COINS_IN} as sum_in from lilt_entries o group by o.user_id) e on e.user_id = u.id
    where u.lilt_balance <> coalesce(e.sum, 0) or u.lilt_total <> coalesce(e.sum_in, 0)
    order by u.id limit 1`);
  const [person] = people;
  if (person)
    refuse(
      400,
      `The coins of user ${person.id} do not add up: ${Number(person.balance)} are there and ${Number(person.total)} came in, by the entries ${Number(person.sum)} and ${Number(person.sum_in)}`,
    );
  const { rows: events } = await client.query<Record<'id' | 'tickets' | 'found', number>>(`
    select e.id, e.tickets, coalesce(s.number, 0)::integer as found
    from events e left join (select event_id, count(*) as number from tickets group by event_id) s on s.event_id = e.id
    where e.tickets <> coalesce(s.number, 0)
    order by e.id limit 1`);
  const [event] = events;
  if (event)
    refuse(
      400,
      `The tickets of event ${event.id} do not add up: it counts ${event.tickets}, and there are ${event.found}`,
    );
}
