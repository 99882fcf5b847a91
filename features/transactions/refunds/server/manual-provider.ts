import { sql } from 'kysely';
import type { Platform } from '../../../../server/platform.ts';
import type { AskedRefund, Outcome, RefundProvider } from './refund-types.ts';

/** The outcome of the next unknown refund, `manual_provider` in `settings`; `lost` never receives it, `silent` performs it without an answer. */
export type ManualBehaviour = 'succeeded' | 'pending' | 'failed' | 'lost' | 'silent';

type Known = { outcome: 'succeeded' | 'pending' | 'failed' };

/** Stores one entry per refund, as any provider: asked again, it repeats its answer. */
export function manualProvider({ database }: Pick<Platform, 'database'>): RefundProvider {
  const db = database.everything;
  const find = async ({ id }: AskedRefund) => {
    const { rows } = await sql<Known>`select outcome from manual_refunds where refund_id = ${id}`.execute(db);
    return rows[0] ? outcomeOf(rows[0]) : null;
  };
  return {
    find,
    async refund(asked) {
      const { id, amount, currency } = asked;
      const behaviour = await behaviourNow();
      const known = await find(asked);
      if (behaviour === 'lost' && !known) throw new Error('the request was lost');
      const outcome = behaviour === 'pending' || behaviour === 'failed' ? behaviour : 'succeeded';
      const { rows } = await sql<Known>`
        insert into manual_refunds as m (refund_id, amount, currency, outcome)
        values (${id}, ${amount}, ${currency}, ${outcome})
        on conflict (refund_id) do update set asked = m.asked + 1
        returning outcome`.execute(db);
      if (behaviour === 'silent' || !rows[0]) throw new Error('the answer was lost');
      return outcomeOf(rows[0]);
    },
  };

  async function behaviourNow(): Promise<ManualBehaviour> {
    const { rows } = await sql<{ value: ManualBehaviour }>`
      select value #>> '{}' as value from settings where name = 'manual_provider'`.execute(db);
    return rows[0]?.value ?? 'succeeded';
  }
}

function outcomeOf({ outcome }: Known): Outcome {
  return { state: outcome, ...(outcome === 'failed' && { failure: 'The money could not be returned' }) };
}
