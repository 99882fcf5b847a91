import { lazy } from 'react';
import { RecordDialog } from '../../../web/parts/record-dialog.tsx';
import { useActor } from '../../../web/session.tsx';
import type { Event } from '../contract.ts';
import { calls } from './event-calls.ts';
import {
  awaitsDraw,
  isDrawn,
  mayAssignCategories,
  mayAssignPrograms,
  mayDraw,
  mayEdit,
} from './event-permissions.ts';
import type { EventDialog } from './events-address.ts';

const Edit = lazy(() => import('./edit-event-dialog.tsx').then((m) => ({ default: m.EditEventDialog })));
const Draw = lazy(() => import('./draw-winner-dialog.tsx').then((m) => ({ default: m.DrawWinnerDialog })));
const Result = lazy(() => import('./draw-result-dialog.tsx').then((m) => ({ default: m.DrawResultDialog })));
const Translations = lazy(() =>
  import('./event-translations-dialog.tsx').then((m) => ({ default: m.EventTranslationsDialog })),
);
const Order = lazy(() => import('./event-order-dialog.tsx').then((m) => ({ default: m.EventOrderDialog })));
const Programs = lazy(() =>
  import('./event-assign-dialogs.tsx').then((m) => ({ default: m.EventProgramsDialog })),
);
const Categories = lazy(() =>
  import('./event-assign-dialogs.tsx').then((m) => ({ default: m.EventCategoriesDialog })),
);

type EventDialogsProps = {
  dialog: EventDialog;
  id: number;
  /** The event, where the page of the list holds it. */
  row: Event | undefined;
  program_id: number;
  onClose: () => void;
};

/** The dialog that the address names, for an event that is the person's to touch. */
export function EventDialogs({ dialog, id, row, program_id, onClose }: EventDialogsProps) {
  const actor = useActor();
  const dialogOf = (event: Event) => {
    switch (dialog) {
      case 'edit':
        return <Edit event={event} program_id={program_id} onClose={onClose} />;
      case 'draw':
        if (isDrawn(event)) return <Result event={event} onClose={onClose} />;
        return mayDraw(actor, event) && awaitsDraw(event) && <Draw event={event} onClose={onClose} />;
      case 'translations':
        return <Translations event={event} onClose={onClose} />;
      case 'order':
        return program_id > 0 && <Order event={event} program_id={program_id} onClose={onClose} />;
      case 'programs':
        return mayAssignPrograms(actor, event) && <Programs event={event} onClose={onClose} />;
      case 'categories':
        return mayAssignCategories(actor, event) && <Categories event={event} onClose={onClose} />;
    }
  };
  return (
    <RecordDialog
      noun="event"
      id={id}
      row={row}
      read={async () => (await calls.event.call({ id })).event}
      may={(event) => mayEdit(actor, event)}
      onClose={onClose}
    >
      {dialogOf}
    </RecordDialog>
  );
}
