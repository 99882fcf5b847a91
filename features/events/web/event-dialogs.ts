import { mayTouch } from '../../../core/access.ts';
import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import { eventsContract } from '../contract.ts';
import { drawRefusal, endRefusal, isDrawn } from '../rules.ts';
import { readEvent } from './calls.ts';

type InProgram = { program_id: number };

const shared = () => import('./event-shared-dialogs.ts');

export const eventDialogs = dialogsOf({
  noun: 'event',
  read: (id: number, { program_id }: InProgram) => readEvent(id, program_id),
  may: mayTouch,
  dialogs: {
    add: { isNew: true, load: edit },
    arrange: { isNew: true, load: () => shared().then((m) => m.ArrangeEvents) },
    edit: { load: edit },
    draw: {
      access: eventsContract.proposeWinner['~orpc'].meta.access,
      // How many tickets there are, the dialog counts itself.
      refusal: (event) => (isDrawn(event) ? null : drawRefusal({ ...event, tickets: event.tickets || 1 })),
      load: () => import('../draws/web/draw-dialog.tsx').then((m) => m.DrawDialog),
    },
    end: {
      access: eventsContract.endEvent['~orpc'].meta.access,
      refusal: endRefusal,
      load: () => import('../draws/web/end-event-dialog.tsx').then((m) => m.EndEventDialog),
    },
    tickets: { page: 'event', section: 'tickets' },
    translations: { load: () => shared().then((m) => m.EventTranslations) },
    order: {
      wants: ({ program_id }) => (program_id > 0 ? null : 'Choose a program first: order is per program.'),
      load: () => shared().then((m) => m.EventOrder),
    },
    programs: {
      access: eventsContract.saveEventPrograms['~orpc'].meta.access,
      load: () => shared().then((m) => m.EventPrograms),
    },
    categories: {
      access: eventsContract.saveEventCategories['~orpc'].meta.access,
      load: () => shared().then((m) => m.EventCategories),
    },
  },
});
export type EventDialog = keyof typeof eventDialogs.address;

function edit() {
  return import('./edit-event-dialog.tsx').then((m) => m.EditEventDialog);
}
