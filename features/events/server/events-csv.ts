/** The events of the list as a file. Specification: Exports. */
import type { FilterQuery } from '../../../core/filters.ts';
import { programOf } from '../../../server/context.ts';
import { exportOfList, listed } from '../../exports/server/list-export.ts';
import { type EVENT_FILTERS, eventsContract } from '../contract.ts';
import { STATUS_NAMES } from '../rules.ts';
import { listIn, matching } from './events.ts';

export const eventsCsv = exportOfList<FilterQuery<typeof EVENT_FILTERS>>({
  name: 'events',
  saved_as: 'events',
  access: eventsContract.eventsCsv['~orpc'].meta.access,
  list: (actor, { program_id }) => listIn(programOf(actor, program_id)),
  matching: (actor, filter) => matching(filter, programOf(actor, filter.program_id)),
  columns: [
    ['ID', listed.number('id')],
    ['Name', listed.text('name')],
    ['Type', listed.word('type', { regular: 'Regular', giveaway: 'Giveaway' })],
    ['Start', listed.moment('start_at')],
    ['End', listed.moment('end_at')],
    ['Ticket price', listed.hundredths('ticket_price')],
    ['Price', listed.hundredths('price')],
    ['USD price', listed.hundredths('usd_price')],
    ['Available', listed.number('available')],
    ['Status', listed.word('n', STATUS_NAMES)],
    ['Active', listed.flag('active', 'On', 'Off')],
    ['Tickets', listed.number('tickets')],
    ['Processed', listed.flag('processed')],
    ['Program ID', listed.number('program_id')],
  ],
});
