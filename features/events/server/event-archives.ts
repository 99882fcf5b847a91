import { sql } from 'kysely';
import { refuse } from '../../../core/errors.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { givenBy } from '../../gift-products/server/gift-product-noun.ts';
import { commitmentOf } from '../draws/server/draw-arithmetic.ts';
import { keepSecret, newSecret } from '../draws/server/draw-secrets.ts';
import { EVENTS_NOUNS } from '../noun.ts';
import { EVENT, EVENT_PROGRAMS, type StoredEvent } from './event-noun.ts';

/** A copy has its own secret, and nothing of the original's tickets, winner and early end. */
export const EVENT_ARCHIVES = {
  noun: EVENT,
  declared: EVENTS_NOUNS.event,
  columns: [
    'description',
    'type',
    'price',
    'ticket_price',
    'usd_price',
    'available',
    'start_at',
    'end_at',
    'image_id',
  ] as const,
  programs: EVENT_PROGRAMS,
  async more(tx: TransactionContext, { product_id, auto_assign }: StoredEvent) {
    const { db, actor, platform } = tx;
    const secret = newSecret();
    const columns = {
      product_id: await prizeOf(tx, product_id),
      auto_assign: auto_assign && actor.role === 'superadmin',
      commitment: commitmentOf(secret),
    };
    const hang = async ({ id, of }: { id: number; of: number }) => {
      await keepSecret(db, platform.drawKey, id, secret);
      await sql`insert into event_categories (event_id, category_id)
        select ${id}, category_id from event_categories where event_id = ${of}`.execute(db);
    };
    return { columns, hang };
  },
  refuse({ tickets, processed, type }: StoredEvent) {
    if (tickets === 0 || processed) return;
    refuse(
      400,
      type === 'giveaway'
        ? 'Tickets were sold. Draw the winner before you archive this giveaway'
        : 'Tickets were sold. Archive this event once it is over',
    );
  },
};

/** The prize, unless it is archived or the caller may not give it. */
async function prizeOf({ db, actor }: TransactionContext, product_id: number | null): Promise<number | null> {
  const { rows } = await sql`
    select from gift_products g where g.id = ${product_id} and g.archived_at is null and ${givenBy(actor)}`.execute(
    db,
  );
  return rows.length > 0 ? product_id : null;
}
