import { apiOf, queryClient } from '../../../web/api.ts';
import { eventsContract } from '../contract.ts';

/** The calls of events and draws; list and calendar share their answers by the name. */
export const { events: calls } = apiOf({ events: eventsContract });

/** Loads whatever shows events again, after a change of one. */
export function reloadEvents(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: calls.key() });
}
