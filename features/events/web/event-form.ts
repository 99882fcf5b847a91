import { type Actor, isGlobal } from '../../../core/access.ts';
import type { StoredImage } from '../../../web/parts/image-field.tsx';
import { localOf, utcOf } from '../../../web/ui/date-time-range.tsx';
import type { Event } from '../contract.ts';
import type { EventType } from '../rules.ts';

/** An event as its form holds it: times in the zone of the person, amounts null where nothing is typed. */
export type EventValues = {
  name: string;
  description: string;
  type: EventType;
  price: number | null;
  ticket_price: number | null;
  usd_price: number | null;
  available: number | null;
  start_at: string;
  end_at: string;
  image: StoredImage | null;
  active: boolean;
  auto_assign: boolean;
  assign_to_all: boolean;
  program_id: number;
  updated_at?: string;
};

export function newValues(actor: Actor, program_id: number): EventValues {
  return {
    name: '',
    description: '',
    type: 'giveaway',
    price: null,
    ticket_price: null,
    usd_price: 0,
    available: 0,
    start_at: '',
    end_at: '',
    image: null,
    active: true,
    auto_assign: false,
    assign_to_all: false,
    program_id: isGlobal(actor) ? program_id : actor.program_id,
  };
}

export function valuesOf(event: Event): EventValues {
  const { name, description, type, price, ticket_price, usd_price, available, program_id } = event;
  return {
    name,
    description,
    type,
    price,
    ticket_price,
    usd_price,
    available,
    start_at: localOf(event.start_at),
    end_at: localOf(event.end_at),
    image: event.image_id !== null && event.image ? { id: event.image_id, path: event.image } : null,
    active: event.active === 1,
    auto_assign: event.auto_assign,
    assign_to_all: false,
    program_id,
    updated_at: event.updated_at,
  };
}

/** What keeps a form from being sent, by field. */
export const eventChecks = {
  name: (name: string) => (name.trim() === '' ? 'Enter a name' : null),
  price: (price: number | null, { type }: EventValues) =>
    type === 'regular' && price === null ? 'Enter a price' : null,
  ticket_price: (price: number | null, { type }: EventValues) =>
    type === 'giveaway' && price === null ? 'Enter what a ticket costs' : null,
  usd_price: (price: number | null) => (price === null ? 'Enter a price' : null),
  available: (available: number | null) => (available === null ? 'Enter how many there are' : null),
  start_at: (start: string) => (utcOf(start) === null ? 'Enter when it starts' : null),
  end_at: (end: string, { start_at }: EventValues) => {
    const [from, to] = [utcOf(start_at), utcOf(end)];
    if (to === null) return 'Enter when it ends';
    return from !== null && to <= from ? 'The end must be after the start' : null;
  },
};

/**
 * The body of a save. `before` is the event that is changed: a moment that was not touched goes back exactly as it
 * came, because the fields show no fractions of a second.
 */
export function bodyOf(values: EventValues, before: Event | null) {
  const { image, start_at, end_at, price, ticket_price, usd_price, available, active, ...rest } = values;
  const moment = (local: string, known: string | undefined) =>
    known !== undefined && localOf(known) === local ? known : (utcOf(local) ?? '');
  return {
    ...rest,
    price: values.type === 'regular' ? price : null,
    ticket_price: values.type === 'giveaway' ? ticket_price : null,
    usd_price: usd_price ?? 0,
    available: available ?? 0,
    active: active ? (1 as const) : (0 as const),
    start_at: moment(start_at, before?.start_at),
    end_at: moment(end_at, before?.end_at),
    // 0 takes the image away.
    image_id: image?.id ?? 0,
  };
}
