import { useQuery } from '@tanstack/react-query';
import { apiOf } from '../../../web/api.ts';
import { DisplayOrderDialog } from '../../../web/parts/display-order-dialog.tsx';
import { programsContract } from '../../programs/contract.ts';
import type { Event } from '../contract.ts';
import { calls, reloadEvents } from './event-calls.ts';

const api = apiOf({ programs: programsContract });

type EventOrderDialogProps = { event: Event; program_id: number; onClose: () => void };

export function EventOrderDialog({ event, program_id, onClose }: EventOrderDialogProps) {
  const { data } = useQuery(
    api.programs.programs.queryOptions({ input: { page: undefined, status: 'all' }, staleTime: 300_000 }),
  );
  const program = data?.programs.find(({ id }) => id === program_id);
  const save = async (sort_order: number | null) => {
    await calls.setEventDisplayOrder.call({ id: event.id, program_id, sort_order });
    await reloadEvents();
  };
  return (
    <DisplayOrderDialog
      of={event.name}
      program={program?.program_display_name ?? `program ${program_id}`}
      sort_order={event.sort_order}
      onSave={save}
      onClose={onClose}
    />
  );
}
