/** Payments that name nothing to book. */
import type { Insertable } from 'kysely';
import type { Db } from '../../server/db/client.ts';
import type { UnmatchedPayments } from '../../server/db/types.ts';

/** Makes an open payment of 49.99 USD an hour ago, unless told. */
export function makeUnmatchedPayment(db: Db, values: Partial<Insertable<UnmatchedPayments>> = {}) {
  return db
    .insertInto('unmatched_payments')
    .values({
      provider_ref: `pi_${crypto.randomUUID()}`,
      amount: 4999,
      currency: 'USD',
      paid_at: new Date(Date.now() - 3_600_000).toISOString(),
      missing: ['class', 'user'],
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
