import { TranslationsDialog } from '../../../web/parts/translations-dialog.tsx';
import type { Event } from '../contract.ts';
import { calls, reloadEvents } from './event-calls.ts';

const FIELDS = [
  { name: 'name', label: 'Name', maxLength: 200 },
  { name: 'description', label: 'Description', maxLength: 20_000, multiline: true },
] as const;

export function EventTranslationsDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const { id } = event;
  return (
    <TranslationsDialog
      of={event.name}
      fields={FIELDS}
      read={() => calls.eventTranslations.call({ id })}
      save={async (translations, updated_at) => {
        await calls.saveEventTranslations.call({ id, translations, updated_at });
        await reloadEvents();
      }}
      english="English is edited with the event itself."
      onClose={onClose}
    />
  );
}
