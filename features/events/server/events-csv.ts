import type { FilterQuery } from '../../../core/filters.ts';
import { programOf } from '../../../server/context.ts';
import { exportOfList } from '../../exports/server/list-export.ts';
import { EVENT_CSV, type EVENT_FILTERS, eventsContract } from '../contract.ts';
import { listIn, matching } from './events.ts';

export const eventsCsv = exportOfList<FilterQuery<typeof EVENT_FILTERS>>({
  name: 'events',
  route: eventsContract.eventsCsv,
  list: (actor, { program_id }) => listIn(programOf(actor, program_id)),
  matching: (actor, filter) => matching(filter, programOf(actor, filter.program_id)),
  columns: EVENT_CSV,
});
