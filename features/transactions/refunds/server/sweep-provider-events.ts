/** Sweeps old provider events. Specification: Refunds. */
import { sweepOf } from '../../../../server/work/sweep.ts';

/** Days: Stripe repeats an event for three days; a dispute takes months. */
const KEPT_DAYS = 180;

export const sweepProviderEvents = sweepOf('provider_events', {
  key: 'event_id',
  moment: 'received_at',
  days: KEPT_DAYS,
});
