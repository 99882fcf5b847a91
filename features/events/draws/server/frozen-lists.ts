import { sql } from 'kysely';
import { refuse } from '../../../../core/errors.ts';
import { type Context, type TransactionContext, transact } from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { lockRow } from '../../../../server/nouns/changing.ts';
import { drawRefusal } from '../../rules.ts';
import { EVENT } from '../../server/event-noun.ts';
import { type Beacon, fetchRound, roundAfter } from './beacon.ts';

/**
 * Freezes the tickets of an event in the order of their codes, numbered from 0, and with a beacon the round whose value
 * will go into the seed; done before, it stays as it was. Then waits for that round, holding nothing. 400 where the event
 * cannot be drawn, or the round cannot be had: it is the same round at the next try.
 */
export async function freezeList(context: Context, eventId: number, beacon: Beacon | null): Promise<void> {
  const { beacon_round, beacon_signature } = await transact(context, (tx) => frozen(tx, eventId, beacon));
  if (beacon_round === null || beacon_signature !== null) return;
  if (!beacon) refuse(400, 'This draw needs public randomness, but no beacon is configured (DRAND_URL)');
  const signature = await fetchRound(beacon, beacon_round);
  await context.db
    .updateTable('draws')
    .set({ beacon_signature: signature })
    .where('event_id', '=', eventId)
    .where('beacon_signature', 'is', null)
    .execute();
}

type Frozen = {
  tickets: number;
  list_hash: string;
  beacon_round: number | null;
  beacon_signature: Buffer | null;
};

async function frozen(tx: TransactionContext, eventId: number, beacon: Beacon | null) {
  const { db: trx, actor } = tx;
  const event = await lockRow(tx, EVENT, { id: eventId });
  const refusal = drawRefusal(event);
  if (refusal) refuse(400, refusal);
  const known = await trx
    .selectFrom('draws')
    .select(['beacon_round', 'beacon_signature'])
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  if (known) return known;
  const { rows } = await sql<Frozen>`
    insert into draws (event_id, program_id, frozen_by, beacon_round)
    values (${eventId}, ${event.program_id}, ${actor.admin_id || null},
      ${beacon && roundAfter(beacon.chain, Date.now())})
    returning tickets, encode(list_hash, 'hex') as list_hash, beacon_round, beacon_signature`.execute(trx);
  const draw = rows[0] as Frozen;
  await audit(tx, {
    entity: 'event',
    entity_id: eventId,
    action: 'freeze',
    program_id: event.program_id,
    after: { tickets: draw.tickets, list_hash: draw.list_hash, beacon_round: draw.beacon_round },
  });
  return draw;
}
