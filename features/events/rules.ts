/** Types and states of events, and the conditions of a draw, shared by browser and server. Specification: Events and giveaways. */

export const EVENT_TYPES = ['regular', 'giveaway'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const STATUSES = ['draft', 'scheduled', 'live', 'sold_out', 'ended'] as const;
export type Status = (typeof STATUSES)[number];

export const STATUS_NAMES: Record<Status, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  live: 'Live',
  sold_out: 'Sold out',
  ended: 'Ended',
};

export const MISSING_PRICES = { price: 'Enter a price', ticket_price: 'Enter what a ticket costs' } as const;

export const NO_TICKETS = 'Event have 0 tickets purchased!';

export type Drawable = {
  type: EventType;
  n: Status;
  processed: boolean;
  tickets: number;
  end_at: string;
};

/** Returns the reason no winner can be drawn, in words for the user; null where one can. Permissions are checked by the route. */
export function drawRefusal(
  { type, n, processed, tickets, end_at }: Drawable,
  now = Date.now(),
): string | null {
  if (type !== 'giveaway') return 'Only a giveaway has a draw';
  if (n === 'draft' && Date.parse(end_at) <= now) return 'The event is switched off';
  if (n !== 'ended') return 'The event has not ended';
  if (processed) return 'The winner of this event is already confirmed';
  return tickets === 0 ? NO_TICKETS : null;
}

/** Returns the reason a giveaway cannot be ended early, in words; null where it is on sale and a ticket has been sold. */
export function endRefusal({ type, n, tickets }: Pick<Drawable, 'type' | 'n' | 'tickets'>): string | null {
  if (type !== 'giveaway') return 'Only a giveaway can be ended early';
  if (n === 'draft') return 'The event is switched off';
  if (n === 'scheduled') return 'The event has not started';
  if (n === 'ended') return 'The event has ended';
  return tickets === 0 ? NO_TICKETS : null;
}

/** True once the winner is confirmed: everyone who may see the event may see the result. */
export function isDrawn({ type, processed }: Pick<Drawable, 'type' | 'processed'>): boolean {
  return type === 'giveaway' && processed;
}

type Sold = Pick<Drawable, 'type' | 'processed' | 'tickets'> & { product_id: number | null };

/** Returns the reasons the terms of sale are fixed, by field; empty where they can be changed. The save refuses the same. */
export function fixedTerms({ type, processed, tickets, product_id }: Sold) {
  const isGiven = type === 'giveaway' && tickets > 0;
  const product = processed
    ? 'Fixed: the winner is confirmed.'
    : product_id === null
      ? ''
      : 'Fixed: tickets were sold for this prize.';
  return {
    type: tickets > 0 ? 'Fixed: tickets were sold.' : '',
    ticket_price: isGiven ? 'Fixed: tickets were sold at this price.' : '',
    product: isGiven ? product : '',
  };
}
export type FixedTerms = ReturnType<typeof fixedTerms>;
export const NOTHING_FIXED: FixedTerms = { type: '', ticket_price: '', product: '' };

type Dated = { active: number; start_at: string; end_at: string; available: number; tickets: number };

/** Returns the status at `now` (milliseconds): draft while inactive, then by its dates and the tickets left. */
export function statusOf(event: Dated, now: number): Status {
  if (event.active === 0) return 'draft';
  if (Date.parse(event.start_at) > now) return 'scheduled';
  if (Date.parse(event.end_at) <= now) return 'ended';
  return event.available > 0 && event.tickets >= event.available ? 'sold_out' : 'live';
}

/** The terms of sale: every edit is recorded and published in the proof of the draw. */
export const EDITED_TERMS = ['type', 'start_at', 'end_at', 'available', 'active'] as const;
export type EditedTerm = (typeof EDITED_TERMS)[number];

export function checkPath(eventId: number): string {
  return `/draws/${eventId}`;
}

export function proofPath(eventId: number): string {
  return `/storage/draws/${eventId}.json`;
}
