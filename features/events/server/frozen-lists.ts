/** The list that a winner is drawn from, fixed at the first draw. Specification: Draws. */
import { sql } from 'kysely';
import { refuse } from '../../../core/errors.ts';
import { audit } from '../../../server/audit.ts';
import { hold } from '../../../server/changing.ts';
import { type Context, transact, type Within } from '../../../server/context.ts';
import { drawRefusal } from '../rules.ts';
import { type Beacon, fetchRound, roundAfter } from './beacon.ts';
import { EVENT } from './event-noun.ts';

/**
 * Freezes the tickets of an event in the order of their codes, numbered from 0, and with a beacon the round whose value
 * will go into the seed; done before, it stays as it was. Then waits for that round, holding nothing. 400 where the event
 * cannot be drawn, or the round cannot be had: it is the same round at the next try.
 */
export async function freezeList(context: Context, eventId: number, beacon: Beacon | null): Promise<void> {
  const { beacon_round, beacon_signature } = await transact(context, (within) =>
    frozen(within, eventId, beacon),
  );
  if (beacon_round === null || beacon_signature !== null) return;
  if (!beacon) refuse(400, 'This draw waits for public randomness, and no beacon is configured (DRAND_URL)');
  const signature = await fetchRound(beacon, beacon_round);
  await context.db
    .updateTable('draws')
    .set({ beacon_signature: signature })
    .where('event_id', '=', eventId)
    .where('beacon_signature', 'is', null)
    .execute();
}

async function frozen(within: Within, eventId: number, beacon: Beacon | null) {
  const { db: trx, actor } = within;
  const event = await hold(within, EVENT, { id: eventId });
  const refusal = drawRefusal(event);
  if (refusal) refuse(400, refusal);
  const known = await trx
    .selectFrom('draws')
    .select(['beacon_round', 'beacon_signature'])
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  if (known) return known;
  await sql`
    insert into draw_tickets (event_id, number, ticket_id)
    select event_id, row_number() over (order by code collate "C") - 1, id
    from tickets where event_id = ${eventId}`.execute(trx);
  const draw = await trx
    .insertInto('draws')
    .values({
      event_id: eventId,
      program_id: event.program_id,
      frozen_by: actor.admin_id || null,
      tickets: event.tickets,
      list_hash: sql<Buffer>`(select sha256(convert_to(string_agg(t.code, e'\n' order by l.number), 'UTF8'))
        from draw_tickets l join tickets t on t.id = l.ticket_id where l.event_id = ${eventId})`,
      commitment: event.commitment,
      beacon_round: beacon && roundAfter(beacon.chain, Date.now()),
    })
    .returning(['beacon_round', 'beacon_signature', sql<string>`encode(list_hash, 'hex')`.as('list_hash')])
    .executeTakeFirstOrThrow();
  await audit(within, {
    entity: 'event',
    entity_id: eventId,
    action: 'freeze',
    program_id: event.program_id,
    after: { tickets: event.tickets, list_hash: draw.list_hash, beacon_round: draw.beacon_round },
  });
  return draw;
}
