import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { type Conflict, conflict, refuse, refuseField } from '../../../../core/errors.ts';
import { type Context, type TransactionContext, transact } from '../../../../server/context.ts';
import type { Trx } from '../../../../server/db/client.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { lockRow } from '../../../../server/nouns/changing.ts';
import { drawRefusal, proofPath } from '../../rules.ts';
import { EVENT } from '../../server/event-noun.ts';
import type { Proposal } from '../contract.ts';
import { type Beacon, beaconOf } from './beacon.ts';
import { pick, seedOf } from './draw-arithmetic.ts';
import { keepProof } from './draw-proofs.ts';
import { readSecret } from './draw-secrets.ts';
import { freezeList } from './frozen-lists.ts';
import { WINNER } from './winners.ts';

/** Proposes the next attempt's winner, with a token that confirms it while it is the newest. 400 where nothing can be drawn or the beacon is silent. */
export async function proposeWinner(
  context: Context,
  { id, reason }: { id: number; reason: string },
  beacon: Beacon | null = beaconOf(context.platform.config),
): Promise<Proposal> {
  await freezeList(context, id, beacon);
  return transact(context, async (tx) => {
    const trx = tx.db;
    const event = await lockRow(tx, EVENT, { id });
    const refusal = drawRefusal(event);
    if (refusal) refuse(400, refusal);
    const { seed, tickets } = await seedOfDraw(tx, id);
    const { attempts } = await trx
      .selectFrom('draw_attempts')
      .select((eb) => eb.fn.countAll<number>().as('attempts'))
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow();
    const { number } = pick(seed, attempts, tickets);
    const winner = await holderOf(trx, id, number);
    const token = randomBytes(32).toString('base64url');
    await trx
      .insertInto('draw_attempts')
      .values({
        event_id: id,
        program_id: event.program_id,
        attempt: attempts,
        number,
        ticket_id: winner.ticket_id,
        token_hash: hashOf(token),
        proposed_by: context.actor.admin_id || null,
        reason: reason || null,
      })
      .execute();
    await audit(tx, {
      entity: 'event',
      entity_id: id,
      action: 'draw',
      program_id: event.program_id,
      after: { attempt: attempts, ticket: winner.ticket, reason: reason || null },
    });
    const { user_id, user, ticket, user_tickets } = winner;
    return { id: user_id, token, attempt: attempts, user, ticket, user_tickets, tickets };
  });
}

/** Confirms the newest proposal, once: secret and proof are public. 400 for another `user_id` than the winner or another token. 409 names who was first. */
export async function confirmWinner(
  context: Context,
  { id, user_id, token }: { id: number; user_id: number; token: string },
) {
  return transact(context, async (tx) => {
    const trx = tx.db;
    const event = await lockRow(tx, EVENT, { id });
    if (event.drawn_at) conflict('already confirmed the winner of this event', await confirmationOf(trx, id));
    const refusal = drawRefusal(event);
    if (refusal) refuse(400, refusal);
    const proposal = await newestProposal(trx, id, token);
    const winner = await holderOf(trx, id, proposal.number);
    if (winner.user_id !== user_id) refuseField('id', 'This user is not the proposed winner');
    await trx
      .updateTable('draw_attempts')
      .set({ confirmed_at: sql`provost_now()`, confirmed_by: context.actor.admin_id || null })
      .where('id', '=', proposal.id)
      .execute();
    const secret = await readSecret(trx, context.platform.drawKey, id);
    await trx.updateTable('draws').set({ secret }).where('event_id', '=', id).execute();
    await keepProof(tx, id);
    const { user, ticket } = winner;
    await audit(tx, {
      entity: 'event',
      entity_id: id,
      action: 'draw-final',
      program_id: event.program_id,
      before: { processed: false },
      after: { processed: true, attempt: proposal.attempt, ticket },
    });
    return { user, ticket, attempt: proposal.attempt, proof: proofPath(id) };
  });
}

function confirmationOf(trx: Trx, eventId: number): Promise<Conflict> {
  return trx
    .selectFrom('draw_attempts')
    .select(sql<string | null>`admin_email(confirmed_by)`.as('changed_by'))
    .select(sql<string>`confirmed_at`.as('changed_at'))
    .where('event_id', '=', eventId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow();
}

async function newestProposal(trx: Trx, eventId: number, token: string) {
  const proposals = await trx
    .selectFrom('draw_attempts')
    .select(['id', 'attempt', 'number', 'token_hash'])
    .where('event_id', '=', eventId)
    .orderBy('attempt', 'desc')
    .execute();
  const [newest] = proposals;
  if (!newest) refuse(400, 'No winner is proposed yet');
  const given = hashOf(token);
  if (timingSafeEqual(newest.token_hash, given)) return newest;
  const isOlder = proposals.some(({ token_hash }) => token_hash.equals(given));
  refuseField(
    'token',
    isOlder ? 'Another winner was proposed after this one' : 'There is no proposal with this token',
  );
}

async function seedOfDraw(tx: TransactionContext, eventId: number) {
  const draw = await tx.db
    .selectFrom('draws')
    .select(['tickets', 'list_hash', 'beacon_round', 'beacon_signature'])
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  const secret = await readSecret(tx.db, tx.platform.drawKey, eventId);
  const beacon = draw.beacon_signature ?? Buffer.alloc(0);
  return {
    seed: seedOf({ event_id: eventId, list_hash: draw.list_hash, secret, beacon }),
    tickets: draw.tickets,
  };
}

/** Returns the owner of a ticket by number, in words, and the number of their other tickets. */
function holderOf(trx: Trx, eventId: number, number: number) {
  return trx
    .selectFrom('draws as d')
    .innerJoin('tickets as t', (join) =>
      join.on('t.id', '=', sql<number>`ticket_at(d.ticket_ids, ${number})`),
    )
    .innerJoin('site_users as u', 'u.id', 't.user_id')
    .select(['t.id as ticket_id', 't.user_id', 't.code as ticket', WINNER.as('user')])
    .select(
      sql<number>`(select count(*) from tickets o where o.event_id = t.event_id and o.user_id = t.user_id)`.as(
        'user_tickets',
      ),
    )
    .where('d.event_id', '=', eventId)
    .executeTakeFirstOrThrow();
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
