/** Tickets of an event, as staff look them up. Specification: Tickets. */
import { sql } from 'kysely';
import type { Source } from '../../../../core/sites/sources.ts';
import type { Context } from '../../../../server/context.ts';
import { matchesWordsOrId, pageOf } from '../../../../server/nouns/list-query.ts';
import { readEvent } from '../../server/events.ts';
import type { SoldTicket } from '../contract.ts';

type TicketFilter = { id: number; page: number; name: string; source: '' | Source };

type ListedTicket = Omit<SoldTicket, 'user'> & { user_id: number | null; user_name: string | null };

/** Lists the newest first. 404 as the event; a program's staff read the names of their own people alone. */
export async function pageOfTickets(
  context: Context,
  { id, page, name, source }: TicketFilter,
): Promise<{ tickets: SoldTicket[]; count: number }> {
  await readEvent(context, id);
  const { rows, count } = await pageOf<ListedTicket, 'id'>(
    context.db,
    {
      from: sql`(select t.id, t.event_id, t.code, t.created_at, t.source, u.id as user_id,
        coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.email) as user_name,
        lower(t.code || ' ' || coalesce(u.first_name || ' ' || u.last_name || ' ' || u.email, '')) as search
        from tickets t left join site_users u on u.id = t.user_id) s`,
      id: sql`s.id`,
      columns: sql`s.id, s.code, s.user_id, s.user_name, s.created_at, s.source`,
      orders: { id: sql`s.id` },
    },
    {
      matching: [
        sql<boolean>`s.event_id = ${id}`,
        matchesWordsOrId('s.search', 's.user_id', name),
        ...(source === '' ? [] : [sql<boolean>`s.source = ${source}`]),
      ],
      page,
      sort_by: 'id',
      sort_dest: 'desc',
    },
  );
  const tickets = rows.map(({ user_id, user_name, ...ticket }) => ({
    ...ticket,
    user: user_id === null || user_name === null ? null : { id: user_id, name: user_name },
  }));
  return { tickets, count };
}
