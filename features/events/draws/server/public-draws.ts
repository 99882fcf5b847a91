import { sql } from 'kysely';
import { notFound } from '../../../../core/errors.ts';
import { type Context, withoutTenantScope } from '../../../../server/context.ts';
import { proofPath } from '../../rules.ts';

/** 404 for what is no giveaway, and for one that nobody could buy a ticket of yet. */
export async function publicDraw(context: Context, id: number) {
  const event = await withoutTenantScope(context)
    .db.selectFrom('events')
    .select(['drawn_at', sql<string>`encode(commitment, 'hex')`.as('commitment')])
    .where('id', '=', id)
    .where('type', '=', 'giveaway')
    .where((on) => on.or([on('active', '=', 1), on('tickets', '>', 0)]))
    .executeTakeFirst();
  if (!event) notFound();
  return { event_id: id, commitment: event.commitment, proof: event.drawn_at ? proofPath(id) : null };
}
