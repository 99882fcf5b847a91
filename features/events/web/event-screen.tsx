import { Image, Stack, Text } from '@mantine/core';
import { imageSource } from '../../../web/parts/images/image-source.ts';
import { ProgramCell } from '../../../web/parts/program-name.tsx';
import { type RecordDeclaration, RecordScreen } from '../../../web/parts/records/record-screen.tsx';
import { useActor } from '../../../web/session.tsx';
import { rangeOf } from '../calendar/web/calendar-words.ts';
import type { Event } from '../contract.ts';
import { EventTickets } from '../draws/web/event-tickets.tsx';
import { isDrawn } from '../rules.ts';
import { calls } from './calls.ts';
import { EventActions } from './event-actions.tsx';
import { COLUMNS, LAST_COLUMNS } from './event-columns.tsx';
import { eventDialogs } from './event-dialogs.ts';
import { EventPill } from './event-status.tsx';

const EVENT: RecordDeclaration<Event & OnSite, { event: Event } & OnSite> = {
  noun: 'event',
  entity: 'event',
  lists: ['/events', '/calendar'],
  query: (id) => calls.event.queryOptions({ input: { id } }),
  rowOf: ({ event, site_address }) => ({ ...event, site_address }),
  nameOf: ({ name }) => name,
  status: ({ n, archived_at }) => <EventPill status={n} archived={archived_at !== null} />,
  facts: () => [
    { key: 'dates', header: 'Dates', cell: rangeOf },
    ...[...COLUMNS, ...LAST_COLUMNS].filter(({ key }) => !AWAY.includes(key)),
    { key: 'product', header: 'Prize', cell: ({ product }) => product?.name },
    {
      key: 'program',
      header: 'Program',
      cell: ({ program_id }) => <ProgramCell id={program_id} />,
    },
  ],
  sections: [
    { key: 'tickets', title: 'Tickets', content: EventTickets },
    { key: 'about', title: 'Description', content: About },
  ],
  // The proof of a draw is public.
  links: (event) => [
    ...(isDrawn(event) ? [{ title: 'View the proof of the draw', to: `/draws/${event.id}` }] : []),
    ...(event.site_address === null ? [] : [{ title: 'View on the site', href: event.site_address }]),
  ],
};

type OnSite = { site_address: string | null };

const AWAY = ['id', 'name', 'n'];

function About({ record: { description, image } }: { record: Event }) {
  if (description === '' && image === null) return <Text size="sm">No description yet.</Text>;
  return (
    <Stack gap="sm">
      {image !== null && <Image src={imageSource(image)} alt="" w="min(24rem, 100%)" radius="md" />}
      <Text size="sm" dir="auto" maw="60rem" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {description}
      </Text>
    </Stack>
  );
}

export function EventScreen() {
  const actor = useActor();
  return (
    <RecordScreen
      of={EVENT}
      dialogs={eventDialogs}
      beside={{ program_id: actor.program_id }}
      actions={(event, open) => <EventActions actor={actor} event={event} onOpen={open} />}
    />
  );
}
