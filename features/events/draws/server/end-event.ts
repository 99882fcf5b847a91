import { conflict, refuse } from '../../../../core/errors.ts';
import { type Context, transact } from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { lockRow } from '../../../../server/nouns/changing.ts';
import { endRefusal } from '../../rules.ts';
import { EVENT } from '../../server/event-noun.ts';

/** Ends the event now: no more tickets, those sold are in its draw; the reason is public. 400 unless on sale and sold, 409 with who was first. */
export async function endEvent(
  context: Context,
  { id, reason }: { id: number; reason: string },
): Promise<{ end_at: string; tickets: number }> {
  return transact(context, async (tx) => {
    const event = await lockRow(tx, EVENT, { id });
    if (event.ended_early_reason !== null) {
      const { changed_by, updated_at: changed_at } = event;
      conflict('already ended this event', { changed_by, changed_at });
    }
    const refusal = endRefusal(event);
    if (refusal) refuse(400, refusal);
    await EVENT.touchRow(tx, id, event, { ended_early_reason: reason });
    const { end_at, tickets } = await tx.db
      .selectFrom('events')
      .select(['end_at', 'tickets'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await audit(tx, {
      entity: EVENT.entity,
      entity_id: id,
      action: 'end',
      program_id: event.program_id,
      before: { end_at: event.end_at },
      after: { end_at, reason, tickets },
    });
    return { end_at, tickets };
  });
}
