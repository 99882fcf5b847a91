import { sweepOf } from '../../../../server/work/sweep.ts';

export const sweepProviderEvents = sweepOf('provider_events', {
  key: 'event_id',
  moment: 'received_at',
  days: 'providerEventDays',
});
