import { PAGE_SIZE } from '../../../core/paging.ts';
import { apiOf } from '../../../web/api.ts';
import { AssignCategoriesDialog } from '../../../web/parts/assign-categories-dialog.tsx';
import { AssignProgramsDialog } from '../../../web/parts/assign-programs-dialog.tsx';
import { type GiftCategory, giftCategoriesContract } from '../../gift-categories/contract.ts';
import type { Event } from '../contract.ts';
import { calls, reloadEvents } from './event-calls.ts';

const api = apiOf({ giftCategories: giftCategoriesContract });

type EventAssignDialogProps = { event: Event; onClose: () => void };

export function EventProgramsDialog({ event, onClose }: EventAssignDialogProps) {
  const { id } = event;
  return (
    <AssignProgramsDialog
      of={event.name}
      home={event.program_id}
      read={() => calls.eventPrograms.call({ id })}
      save={async (assigned) => {
        await calls.saveEventPrograms.call({ id, ...assigned });
        await reloadEvents();
      }}
      onClose={onClose}
    />
  );
}

export function EventCategoriesDialog({ event, onClose }: EventAssignDialogProps) {
  const { id } = event;
  return (
    <AssignCategoriesDialog
      of={event.name}
      readTree={everyCategory}
      read={() => calls.eventCategories.call({ id })}
      save={async (assigned) => {
        await calls.saveEventCategories.call({ id, ...assigned });
        await reloadEvents();
      }}
      onClose={onClose}
    />
  );
}

/** The list answers a page at a time, and a checklist needs them all. */
async function everyCategory(): Promise<GiftCategory[]> {
  const first = await api.giftCategories.giftCategories.call({ page: 1, sort_by: 'name', sort_dest: 'asc' });
  const pages = Math.ceil(first.count / PAGE_SIZE);
  const others = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_page, index) =>
      api.giftCategories.giftCategories.call({ page: index + 2, sort_by: 'name', sort_dest: 'asc' }),
    ),
  );
  return [first, ...others].flatMap(({ categories }) => categories);
}
