import { callsOf } from '../../../web/api.ts';
import type { Archives } from '../../../web/parts/archiving/use-archiving.tsx';
import { type Event, eventsContract } from '../contract.ts';

export const { calls, reload } = callsOf('events', eventsContract);

/** Reads an event with its place in the program (0: none). Throws a 404 where it is gone or foreign. */
export async function readEvent(id: number, program_id: number): Promise<Event> {
  if (program_id > 0) {
    const { events } = await calls.events.call({ page: 1, name: `#${id}`, program_id });
    const inProgram = events.find((event) => event.id === id);
    if (inProgram) return inProgram;
  }
  return (await calls.event.call({ id })).event;
}

export const eventArchives: Archives = {
  word: 'Event',
  to: '/events',
  duplicate: calls.duplicateEvent,
  archive: calls.archiveEvent,
  restore: calls.restoreEvent,
  many: calls.archiveEvents,
  reload,
};
