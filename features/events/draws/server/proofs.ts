import { sql } from 'kysely';
import type { Context } from '../../../../server/context.ts';
import type { Db } from '../../../../server/db/client.ts';
import { type EditedTerm, proofPath } from '../../rules.ts';
import { readEvent } from '../../server/events.ts';
import { QUICKNET } from './beacon.ts';
import { pick, seedOf } from './draw-arithmetic.ts';
import { WINNER } from './winners.ts';

/** Every attempt of the caller's event, newest last; its winners are told wherever they are at home. */
export async function readDraws(context: Context, eventId: number) {
  const { db } = context;
  const { commitment } = await readEvent(context, eventId);
  const frozen = await db
    .selectFrom('draws')
    .select(['frozen_at', 'tickets', 'beacon_round'])
    .select(sql<string>`encode(list_hash, 'hex')`.as('list_hash'))
    .select(sql<string | null>`encode(beacon_signature, 'hex')`.as('beacon_signature'))
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  const draws = await db
    .selectFrom('draw_attempts as a')
    .innerJoin('tickets as t', 't.id', 'a.ticket_id')
    .leftJoin('site_users as u', 'u.id', 't.user_id')
    .select([
      'a.id',
      'a.attempt',
      'a.number',
      't.code as ticket',
      'a.proposed_at',
      'a.reason',
      'a.confirmed_at',
    ])
    .select(
      sql<string | null>`case when u.id is not null then ${WINNER} else ticket_holder(t.id) end`.as('user'),
    )
    .select(sql<string | null>`admin_email(a.proposed_by)`.as('proposed_by'))
    .select(sql<string | null>`admin_email(a.confirmed_by)`.as('confirmed_by'))
    .select(
      sql<string | null>`case when a.confirmed_at is not null then ${proofPath(eventId)} end`.as('proof'),
    )
    .where('a.event_id', '=', eventId)
    .orderBy('a.attempt')
    .execute();
  const edits = await termEdits(db, eventId)
    .select(sql<string | null>`admin_email(edited_by)`.as('edited_by'))
    .execute();
  const { end_at, ended_early_reason } = await termsOf(db, eventId);
  const ended_early = earlyEnd(end_at, ended_early_reason);
  return {
    draws,
    commitment,
    frozen: frozen ?? null,
    edits,
    ended_early,
    proof: draws.at(-1)?.proof ?? null,
  };
}

/** Every edit of what buyers went by, from the first ticket to the confirmation, in their order. */
function termEdits(db: Db, eventId: number) {
  return db
    .selectFrom('event_term_edits')
    .select(['edited_at', 'field', 'before', 'after'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .$narrowType<{ field: EditedTerm; before: string | number; after: string | number }>();
}

function termsOf(db: Db, eventId: number) {
  return db
    .selectFrom('events')
    .select(['type', 'start_at', 'end_at', 'ended_early_reason'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
}

function earlyEnd(at: string, reason: string | null) {
  return reason === null ? null : { at, reason };
}

type InOrder = { ticket_ids: Buffer; codes: string };

/** All bytes as lower-case hex; nothing says who anybody is: of what staff typed the reason of an early end alone is in it. Null before confirmation. */
export async function readProof(db: Db, eventId: number) {
  const draw = await db
    .selectFrom('draws')
    .select(['tickets', 'list_hash', 'commitment', 'secret', 'frozen_at', 'beacon_round', 'beacon_signature'])
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  if (!draw?.secret) return null;
  const { codes } = await db
    .selectFrom('draws as d')
    .innerJoin(sql<InOrder>`tickets_in_order(${eventId})`.as('l'), 'l.ticket_ids', 'd.ticket_ids')
    .select('l.codes')
    .where('d.event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  const attempts = await db
    .selectFrom('draw_attempts as a')
    .innerJoin('tickets as t', 't.id', 'a.ticket_id')
    .select(['a.attempt', 'a.number', 't.code as ticket', 'a.proposed_at', 'a.confirmed_at'])
    .where('a.event_id', '=', eventId)
    .orderBy('a.attempt')
    .execute();
  const edits = await termEdits(db, eventId).execute();
  const { ended_early_reason, ...terms } = await termsOf(db, eventId);
  const beacon = draw.beacon_signature ?? Buffer.alloc(0);
  const seed = seedOf({ event_id: eventId, list_hash: draw.list_hash, secret: draw.secret, beacon });
  return {
    scheme: 'draw-v1',
    event_id: eventId,
    C: draw.commitment.toString('hex'),
    s: draw.secret.toString('hex'),
    terms,
    edits,
    ended_early: earlyEnd(terms.end_at, ended_early_reason),
    frozen_at: draw.frozen_at,
    L: draw.list_hash.toString('hex'),
    beacon: draw.beacon_signature
      ? {
          network: 'drand quicknet',
          chain_hash: QUICKNET.hash,
          public_key: QUICKNET.public_key,
          round: draw.beacon_round,
          signature: draw.beacon_signature.toString('hex'),
        }
      : null,
    beacon_note: draw.beacon_signature
      ? 'The round was fixed when the list was frozen, before it was published.'
      : 'No beacon was configured when the list was frozen: the seed holds no public randomness.',
    seed: seed.toString('hex'),
    attempts: attempts.map((made) => {
      const { x, rejected } = pick(seed, made.attempt, draw.tickets);
      return { ...made, j: rejected, x };
    }),
    tickets: codes.split('\n'),
  };
}
