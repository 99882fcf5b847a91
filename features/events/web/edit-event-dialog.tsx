import { useRef, useState } from 'react';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { useProgramOfNew, useSaveLabel } from '../../../web/parts/program-of-new.ts';
import { useTypoOnly } from '../../../web/parts/translations/typo-only.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import type { Event } from '../contract.ts';
import { EVENTS_NOUNS } from '../noun.ts';
import { fixedTerms, NOTHING_FIXED } from '../rules.ts';
import { calls, reload } from './calls.ts';
import { EventFields } from './event-fields.tsx';
import { type EventValues, newValues, useEventForm, valuesOf } from './event-form.ts';
import { eventWords } from './event-words.tsx';

export function EditEventDialog({ record: event, onClose }: DialogProps<Event | null>) {
  const program_id = useProgramOfNew(0);
  const [sendingImage, setSendingImage] = useState(false);
  // The times that go back exactly as they came: those of the version that the form was made from.
  const read = useRef<Event | null>(event);
  const [fixed, setFixed] = useState(event ? fixedTerms(event) : NOTHING_FIXED);
  const form = useEventForm(event ? valuesOf(event) : newValues(program_id), () => read.current);
  const saveLabel = useSaveLabel({ program_id: form.values.program_id, isNew: !event });

  const typo = useTypoOnly({
    changed: EVENTS_NOUNS.event.languages.fields.filter((field) => form.isDirty(field)),
    read: event ? () => calls.eventTranslations.call({ id: event.id }) : undefined,
  });

  const save = async (values: EventValues) => {
    const { assign_to_all, ...data } = form.bodyOf(values);
    const { event: saved } = event
      ? await calls.updateEvent.call({ id: event.id, data, typo_only: typo.typo_only })
      : await calls.createEvent.call({ data: { ...data, assign_to_all } });
    await reload();
    return saved;
  };
  const latest = async () => {
    if (!event) return null;
    read.current = (await calls.event.call({ id: event.id })).event;
    setFixed(fixedTerms(read.current));
    return valuesOf(read.current);
  };

  return (
    <FormDialog
      title={event ? 'Edit event' : 'Add event'}
      name={event?.name}
      size="lg"
      form={form}
      ready={!sendingImage}
      saveLabel={sendingImage ? 'Uploading…' : saveLabel}
      onSave={save}
      onClose={onClose}
      failures="toast400"
      savedText="Saved successful"
      added={event ? undefined : ({ id }) => ({ to: '/events', id })}
      wrapper="data"
      latest={event ? latest : undefined}
      words={eventWords}
    >
      <EventFields
        form={form}
        isNew={!event}
        fixed={fixed}
        typo={typo.element}
        onSendingImage={setSendingImage}
      />
    </FormDialog>
  );
}
