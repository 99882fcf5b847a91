/** Tickets: sold, counted, never taken back. Specification: Tickets. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { notFound, refuseField } from '../../../../core/errors.ts';
import type { Source } from '../../../../core/sites/sources.ts';
import { type Context, transact, visibleTo } from '../../../../server/context.ts';
import { sourceOf } from '../../../../server/sites/site-caller.ts';
import { readEvent } from '../../server/events.ts';

const LARGEST_SALE = 10_000;

type TicketSale = {
  event_id: number;
  user_id: number;
  quantity: number;
  /** Source of the sale: the site that calls, or staff, unless told. */
  source?: Source;
  /** Moment of the sale; now unless told. */
  created_at?: string | undefined;
};

/** Answers the codes. 404 for no such event or user; 400 unless live with enough left, however many buy at once. Sold at `created_at`, or now. */
export async function sellTickets(
  context: Context,
  { event_id, user_id, quantity, source, created_at }: TicketSale,
): Promise<string[]> {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > LARGEST_SALE) {
    refuseField('quantity', `Choose between 1 and ${LARGEST_SALE} tickets`);
  }
  return transact(context, async ({ db: trx, actor, site }) => {
    const event = await trx
      .selectFrom('events')
      .select(['program_id', 'available', 'tickets'])
      .select(sql<boolean>`active = 1 and start_at <= now() and end_at > clock_timestamp()`.as('live'))
      .where('id', '=', event_id)
      .where(visibleTo(actor, 'events.program_id'))
      .forNoKeyUpdate()
      .executeTakeFirst();
    const buyer = await trx
      .selectFrom('site_users')
      .select('id')
      .where('id', '=', user_id)
      .where(visibleTo(actor, 'site_users.program_id'))
      .where('del_status', '=', 0)
      .executeTakeFirst();
    if (!event || !buyer) notFound();
    if (!event.live) refuseField('event_id', 'Tickets are only sold while the event is live');
    const left = event.available - event.tickets;
    if (quantity > left)
      refuseField('quantity', left === 0 ? 'No tickets are left' : `Only ${left} tickets are left`);
    const codes = Array.from({ length: quantity }, () => newCode());
    const cameFrom = source ?? (site ? sourceOf(site) : 'hand');
    const sold = created_at === undefined ? sql`provost_now()` : sql`${created_at}::timestamptz`;
    await sql`
      insert into tickets (event_id, program_id, user_id, code, source, created_at)
      select ${event_id}, ${event.program_id}, ${user_id}, unnest(${codes}::text[]), ${cameFrom}, ${sold}`.execute(
      trx,
    );
    return codes;
  });
}

export async function ticketSummary(context: Context, eventId: number) {
  await readEvent(context, eventId);
  return context.db
    .selectFrom('tickets')
    .select([sql<number>`count(*)`.as('number'), sql<number>`count(distinct user_id)`.as('users')])
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
}

/** A ticket code: 60 random bits in twelve characters that cannot be mistaken for each other. */
export function newCode(random: Uint8Array = randomBytes(CODE_LENGTH)): string {
  let code = '';
  for (const byte of random) code += ALPHABET[byte % ALPHABET.length];
  return code;
}

const CODE_LENGTH = 12;
/** 32 characters, in the order of their bytes: a random byte modulo 32 prefers none. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
