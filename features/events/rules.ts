/** What an event is and when its winner may be drawn, the same in browser and server. Specification: Events and giveaways. */

export const EVENT_TYPES = ['regular', 'giveaway'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The status texts, in the order in which an event passes through them. */
export const STATUSES = ['draft', 'scheduled', 'live', 'sold_out', 'ended'] as const;
export type Status = (typeof STATUSES)[number];

/** Said where an event lacks what its type needs. */
export const MISSING_PRICES = { price: 'Enter a price', ticket_price: 'Enter what a ticket costs' } as const;

export const NO_TICKETS = 'Event have 0 tickets purchased!';

export type Drawable = {
  type: EventType;
  n: Status;
  processed: boolean;
  tickets: number;
  end_at: string;
};

/** Why no winner can be drawn, in words for the person who asks; null where one can. Who may ask is the route's business. */
export function drawRefusal(
  { type, n, processed, tickets, end_at }: Drawable,
  now = Date.now(),
): string | null {
  if (type !== 'giveaway') return 'Only a giveaway has a draw';
  if (n === 'draft' && Date.parse(end_at) <= now) return 'The event is switched off';
  if (n !== 'ended') return 'The event has not ended';
  if (processed) return 'The winner of this event has been confirmed already';
  return tickets === 0 ? NO_TICKETS : null;
}

/** Why a giveaway cannot be ended before its time, in words; null where it can: it is on sale, and somebody holds a ticket. */
export function endRefusal({ type, n, tickets }: Pick<Drawable, 'type' | 'n' | 'tickets'>): string | null {
  if (type !== 'giveaway') return 'Only a giveaway can be ended early';
  if (n === 'draft') return 'The event is switched off';
  if (n === 'scheduled') return 'The event has not started';
  if (n === 'ended') return 'The event has ended';
  return tickets === 0 ? NO_TICKETS : null;
}

/** A giveaway whose winner is confirmed: who may see the event may see the result. */
export function isDrawn({ type, processed }: Pick<Drawable, 'type' | 'processed'>): boolean {
  return type === 'giveaway' && processed;
}

type Sold = Pick<Drawable, 'type' | 'processed' | 'tickets'> & { product_id: number | null };

/** Why what buyers went by stays as it is, by field; empty where it can be changed. The save refuses the same. */
export function fixedTerms({ type, processed, tickets, product_id }: Sold) {
  const isGiven = type === 'giveaway' && tickets > 0;
  const product = processed
    ? 'Fixed: the winner has been confirmed.'
    : product_id === null
      ? ''
      : 'Fixed: tickets have been sold for this prize.';
  return {
    type: tickets > 0 ? 'Fixed: tickets have been sold.' : '',
    ticket_price: isGiven ? 'Fixed: tickets have been sold at this price.' : '',
    product: isGiven ? product : '',
  };
}
export type FixedTerms = ReturnType<typeof fixedTerms>;
export const NOTHING_FIXED: FixedTerms = { type: '', ticket_price: '', product: '' };

type Dated = { active: number; start_at: string; end_at: string; available: number; tickets: number };

/** The status at a moment (milliseconds): draft while it is not active, then by its dates and what is left to sell. */
export function statusOf(event: Dated, now: number): Status {
  if (event.active === 0) return 'draft';
  if (Date.parse(event.start_at) > now) return 'scheduled';
  if (Date.parse(event.end_at) <= now) return 'ended';
  return event.available > 0 && event.tickets >= event.available ? 'sold_out' : 'live';
}

/** What buyers of tickets went by: every edit of it is recorded and stands in the proof of the draw. */
export const EDITED_TERMS = ['type', 'start_at', 'end_at', 'available', 'active'] as const;
export type EditedTerm = (typeof EDITED_TERMS)[number];

/** The public page that works the proof out again. */
export function checkPath(eventId: number): string {
  return `/draws/${eventId}`;
}

export function proofPath(eventId: number): string {
  return `/storage/draws/${eventId}.json`;
}
