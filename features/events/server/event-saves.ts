import { refuse, refuseField } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { updating } from '../../../server/nouns/changing.ts';
import { creating } from '../../../server/nouns/creating.ts';
import { columnsOf } from '../../../server/nouns/field-columns.ts';
import {
  assignChanged,
  assignHome,
  homeProgram,
  refuseForAllPrograms,
} from '../../../server/nouns/program-assignments.ts';
import { keepTranslationsCurrent } from '../../../server/nouns/translations.ts';
import { checkGiftProduct } from '../../gift-products/server/gift-products.ts';
import { claimUpload } from '../../uploads/server/uploads.ts';
import { EVENT_FIELDS, type Event, type EventChange, type NewEvent } from '../contract.ts';
import { commitmentOf } from '../draws/server/draw-arithmetic.ts';
import { keepSecret, newSecret } from '../draws/server/draw-secrets.ts';
import { type EventType, MISSING_PRICES } from '../rules.ts';
import { EVENT, EVENT_PROGRAMS, EVENT_TEXTS, type StoredEvent } from './event-noun.ts';
import { readEvent } from './events.ts';

/** Assigns it to its program, with `assign_to_all` to every other. 400 names the field; 403 for a foreign program, or beyond one's own but a superadmin. */
export async function createEvent(context: Context, data: NewEvent): Promise<Event> {
  return transact(context, async (tx) => {
    const program_id = await homeProgram(tx, data.program_id, 'data.program_id');
    if (data.auto_assign) refuseForAllPrograms(tx);
    const terms = await checkedTerms(tx, data, null);
    const secret = newSecret();
    const { assign_to_all } = data;
    const values = { ...terms, program_id, commitment: commitmentOf(secret) };
    const after = { ...terms, program_id, assign_to_all };
    const { id } = await creating(tx, EVENT, values, () => ({ after }));
    await keepSecret(tx.db, context.platform.drawKey, id, secret);
    await assignHome(tx, EVENT_PROGRAMS, { id, program_id, everywhere: assign_to_all });
    return readEvent(tx, id);
  });
}

/** Nothing changed, nothing is written. 400 names the field: once sold, for too few tickets, another type or a past end; once over, dates or more tickets. */
export async function updateEvent(
  context: Context,
  { id, data, typo_only = false }: { id: number; data: EventChange; typo_only?: boolean },
): Promise<Event> {
  return transact(context, async (tx) => {
    const save = { id, updated_at: data.updated_at };
    const { program_id } = await updating(tx, EVENT, save, async (_, before) => {
      if (data.auto_assign !== undefined && data.auto_assign !== before.auto_assign) refuseForAllPrograms(tx);
      const home = await homeProgram(tx, data.program_id, 'data.program_id', before);
      const terms = await checkedTerms(tx, data, before);
      if (typo_only) await keepTranslationsCurrent(tx, EVENT_TEXTS, id, before, terms);
      return { ...terms, program_id: home };
    });
    await assignChanged(tx, EVENT_PROGRAMS, { id, program_id, everywhere: data.assign_to_all });
    return readEvent(tx, id);
  });
}

async function checkedTerms(tx: TransactionContext, data: EventChange, before: StoredEvent | null) {
  const own = columnsOf(EVENT_FIELDS, data, before);
  const { type, available } = own;
  const start_at = moment(data.start_at ?? before?.start_at);
  const end_at = moment(data.end_at ?? before?.end_at);
  const ticket_price = type === 'giveaway' ? stored(data.ticket_price, before?.ticket_price) : null;
  if (Date.parse(end_at) <= Date.parse(start_at))
    refuseField('data.end_at', 'The end must be after the start');
  const product_id = data.product_id === undefined ? (before?.product_id ?? null) : data.product_id;
  if (before) refuseAgainstTickets(before, { type, start_at, end_at, available, product_id, ticket_price });
  refuseWithoutPrice(data, before, type);
  if (product_id !== null && product_id !== before?.product_id)
    await checkGiftProduct(tx, product_id, 'data.product_id');
  const image_id = data.image_id === undefined ? (before?.image_id ?? null) : data.image_id || null;
  if (image_id !== null) {
    const claim = { id: image_id, types: ['event-image'] as const, field: 'data.image_id' };
    await claimUpload(tx, { ...claim, current: before?.image_id ?? null });
  }
  return {
    ...own,
    price: type === 'regular' ? stored(data.price, before?.price) : null,
    ticket_price,
    product_id,
    start_at,
    end_at,
    image_id,
  };
}

/** A regular event has a price, a giveaway a price of its tickets; 0 is one. */
function refuseWithoutPrice(data: EventChange, before: StoredEvent | null, type: EventType): void {
  const field = type === 'regular' ? 'price' : 'ticket_price';
  const price = data[field] === undefined ? before?.[field] : data[field];
  if (price == null) refuseField(`data.${field}`, MISSING_PRICES[field]);
}

/** Refuses changes of sold terms; the database refuses the same, and records the rest. */
function refuseAgainstTickets(
  before: StoredEvent,
  next: Pick<StoredEvent, 'type' | 'start_at' | 'end_at' | 'available' | 'product_id' | 'ticket_price'>,
): void {
  if (next.available < before.tickets) {
    refuseField('data.available', `${before.tickets} tickets were already sold`);
  }
  if (before.tickets === 0) return;
  if (next.type !== before.type) {
    refuseField('data.type', 'Tickets were sold, so the type can no longer be changed');
  }
  if (next.ticket_price !== before.ticket_price) {
    const message = 'Tickets were sold, so the ticket price can no longer be changed';
    refuse(409, message, { errors: [{ path: 'data.ticket_price', message }] });
  }
  if (before.type === 'giveaway' && next.product_id !== before.product_id) {
    if (before.drawn_at !== null)
      refuseField('data.product_id', 'The winner of this event is already confirmed');
    if (before.product_id !== null)
      refuseField('data.product_id', 'Tickets were sold, so the prize can no longer be changed');
  }
  const now = Date.now();
  // Whether the event is active does not count: switched off and on again, it has ended all the same.
  if (Date.parse(before.end_at) > now) {
    if (next.end_at !== before.end_at && Date.parse(next.end_at) <= now)
      refuseField('data.end_at', "Tickets were sold, so the event can't end in the past");
    return;
  }
  const moved = (['start_at', 'end_at'] as const).find((field) => next[field] !== before[field]);
  if (moved) {
    refuseField(`data.${moved}`, 'The event ended with tickets sold, so its dates can no longer be changed');
  }
  if (next.available > before.available) {
    refuseField('data.available', 'The event has ended, so no tickets can be added');
  }
}

function moment(value: string | undefined): string {
  return value === undefined ? '' : new Date(value).toISOString();
}

/** Hundredths of what was given, or what was stored; 0 where there is neither. */
function stored(given: number | null | undefined, before: number | null | undefined): number {
  return given == null ? (before ?? 0) : Math.round(given * 100);
}
