import type { z } from 'zod';
import { type Currency, toMinor } from '../../../core/money.ts';
import { withoutUndefined } from '../../../core/without-undefined.ts';
import type { FactKind, Outcome, SiteTransaction } from '../../../server/sites/facts.ts';
import { movedEnrolment, siteAttendance } from '../../classes/sites/contract.ts';
import { bookAttendances } from '../../classes/sites/server/site-attendances.ts';
import { bookEnrolments } from '../../classes/sites/server/site-enrolments.ts';
import { siteCharge } from '../../transactions/sites/contract.ts';
import { bookMovedCharges } from '../../transactions/sites/server/moved-charges.ts';
import { movedGrant, movedTickets } from '../../users/site-coins/contract.ts';
import { bookGrants } from '../../users/site-coins/server/site-grants.ts';
import { bookTickets } from '../../users/site-coins/server/site-tickets.ts';
import { dayOf, isPaidStatus, momentOf, plainAmount } from '../cells.ts';
import { MOVED_FIELDS, type MovedCells, type MovedField, type MovedKind } from '../rules.ts';
import type { NamesHere } from './names-here.ts';

/** Values for every row: the currency where a row names none, and the day before which all was paid out (ISO 8601). */
export type Usual = { currency: Currency; paid_out_before: string | null };

/** Fact that a row tells; `paid_out_at` is beside what a site may say. */
export type ToldRow = { reference: string; paid_out_at?: string };

type ToldKind = {
  fact: FactKind;
  schema: z.ZodType<{ reference: string }>;
  /** Fields as a site would tell them, by the columns of the row. Throws {@link WrongCell}. */
  body: (cells: MovedCells, names: NamesHere, usual: Usual) => Record<string, unknown>;
  book: (tx: SiteTransaction, items: readonly never[]) => Promise<Outcome<object>[]>;
};

/** The field for which a row cannot be told, and why, in words. */
export class WrongCell extends Error {
  readonly field: MovedField | null;

  constructor(field: MovedField | null, reason: string) {
    super(reason);
    this.field = field;
  }
}

export const TOLD_KINDS = {
  charges: { fact: 'charge', schema: siteCharge, body: chargeOf, book: bookMovedCharges },
  enrolments: { fact: 'enrolment', schema: movedEnrolment, body: placeOf, book: bookEnrolments },
  attendances: { fact: 'attendance', schema: siteAttendance, body: attendanceOf, book: bookAttendances },
  coins: {
    fact: 'coin',
    schema: movedGrant,
    body: ({ reference, email, amount, reason, occurred_at }, names) => ({
      reference,
      user_id: userOf(email, names),
      amount: amount && Number(plainAmount(amount)),
      reason,
      occurred_at: moment(occurred_at),
    }),
    book: bookGrants,
  },
  tickets: {
    fact: 'ticket',
    schema: movedTickets,
    body: ({ reference, email, event_id, quantity, occurred_at }, names) => ({
      reference,
      user_id: userOf(email, names),
      event_id: numberOf(event_id),
      quantity: numberOf(quantity),
      occurred_at: moment(occurred_at),
    }),
    book: bookTickets,
  },
} satisfies Record<MovedKind, ToldKind> as Record<MovedKind, ToldKind>;

/** Returns what a row tells, as its kind's call would read it. Throws {@link WrongCell}. */
export function toldRow(kind: MovedKind, cells: MovedCells, names: NamesHere, usual: Usual): ToldRow {
  const { schema, body } = TOLD_KINDS[kind];
  const { paid_out_at, ...told } = body(cells, names, usual);
  const read = schema.safeParse(withoutUndefined(told));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new WrongCell(fieldOf(String(issue?.path[0])), issue?.message ?? 'is wrong');
  }
  return { ...read.data, ...(typeof paid_out_at === 'string' && { paid_out_at }) };
}

/** Returns the field of a file that tells a field of a site's; null for one that no column holds. */
export function fieldOf(path: string): MovedField | null {
  const [name = ''] = path.split('.');
  return FIELD_OF[name] ?? MOVED_FIELDS.find((field) => field === name) ?? null;
}

const FIELD_OF: Record<string, MovedField> = {
  user_id: 'email',
  class_id: 'class',
  discount: 'discount_amount',
};

function chargeOf(cells: MovedCells, names: NamesHere, usual: Usual) {
  const { reference, provider_ref, status, code, description, subscription, event_id } = cells;
  if (status !== undefined && !isPaidStatus(status))
    throw new WrongCell('status', `"${status}" is not a completed payment`);
  const sold = cells.class === undefined ? undefined : classOf(cells.class, names);
  const currency = cells.currency?.toUpperCase() ?? usual.currency;
  const occurred_at = moment(cells.occurred_at);
  return {
    reference: reference ?? provider_ref,
    occurred_at,
    type: cells.type?.toLowerCase() ?? typeOf(sold, event_id),
    class_id: sold?.id,
    event_id: numberOf(event_id),
    quantity: numberOf(cells.quantity, event_id !== undefined),
    subscription: sold || event_id ? undefined : subscription?.toLowerCase(),
    user_id: cells.email === undefined ? undefined : userOf(cells.email, names),
    amount: paidOf(cells, currency),
    currency,
    code,
    discount: discountOf(cells, currency),
    // The ids of Stripe's payments begin so.
    provider: provider_ref?.startsWith('pi_') ? 'stripe' : undefined,
    provider_ref,
    description,
    paid_out_at: paidOutAt(cells, occurred_at, usual),
  };
}

function typeOf(sold: { is_bundle: boolean } | undefined, event_id: string | undefined): string {
  if (sold) return sold.is_bundle ? 'bundle' : 'class';
  return event_id === undefined ? 'membership' : 'event';
}

/** Returns minor units of what stands of a payment: what was given back is taken off. */
function paidOf({ amount, refunded }: MovedCells, currency: string): number {
  if (amount === undefined) throw new WrongCell('amount', 'is missing');
  const paid = minor('amount', amount, currency);
  const back = refunded === undefined ? 0 : minor('refunded', refunded, currency);
  if (back > 0 && back >= paid) throw new WrongCell('refunded', 'fully refunded');
  return paid - back;
}

function discountOf({ discount_percent, discount_amount }: MovedCells, currency: string) {
  if (discount_percent === undefined && discount_amount === undefined) return undefined;
  return withoutUndefined({
    percent: discount_percent === undefined ? undefined : Number(plainAmount(discount_percent)),
    amount: discount_amount === undefined ? undefined : minor('discount_amount', discount_amount, currency),
  });
}

function paidOutAt(
  { paid_out_at }: MovedCells,
  occurred_at: string | undefined,
  { paid_out_before }: Usual,
): string | undefined {
  const sold = occurred_at ?? new Date().toISOString();
  if (paid_out_at === undefined)
    return paid_out_before !== null && sold < paid_out_before ? paid_out_before : undefined;
  const day = dayOf(paid_out_at);
  if (day === null) throw new WrongCell('paid_out_at', `"${paid_out_at}" is not a day such as 2026-01-31`);
  if (day.slice(0, 10) < sold.slice(0, 10)) throw new WrongCell('paid_out_at', 'is before the sale');
  if (Date.parse(day) > Date.now()) throw new WrongCell('paid_out_at', 'is in the future');
  return day;
}

function placeOf({ reference, email, class: name, occurred_at }: MovedCells, names: NamesHere) {
  if (name === undefined) throw new WrongCell('class', 'is missing');
  const [class_id, user_id] = [classOf(name, names).id, userOf(email, names)];
  return { reference, class_id, user_id, occurred_at: moment(occurred_at) };
}

function attendanceOf(cells: MovedCells, names: NamesHere) {
  const { reference, email, session_id, session_reference, type, seconds, occurred_at } = cells;
  const session = session_id ?? session_reference;
  return {
    reference,
    user_id: userOf(email, names),
    session_id: numberOf(session_id),
    session_reference,
    // A row that names its session often names the class beside it.
    class_id: session === undefined && cells.class !== undefined ? classOf(cells.class, names).id : undefined,
    type: type?.toLowerCase(),
    seconds: numberOf(seconds),
    occurred_at: moment(occurred_at),
  };
}

function userOf(email: string | undefined, names: NamesHere): number {
  return known('email', email === undefined ? 'is missing' : names.user(email));
}

function classOf(name: string, names: NamesHere) {
  return known('class', names.class(name));
}

function known<Found>(field: MovedField, found: Found | string): Found {
  if (typeof found === 'string') throw new WrongCell(field, found);
  return found;
}

function moment(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const at = momentOf(text);
  if (at === null)
    throw new WrongCell('occurred_at', `"${text}" is not a moment such as 2026-01-31 12:00:00 +01:00`);
  return at;
}

function minor(field: MovedField, text: string, currency: string): number {
  const amount = toMinor(plainAmount(text), currency);
  if (amount === null) throw new WrongCell(field, `"${text}" is not an amount in ${currency}`);
  return amount;
}

/** A whole number, or a text that its schema refuses; nothing where it has no place. */
function numberOf(text: string | undefined, counts = true): number | string | undefined {
  if (text === undefined || !counts) return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}
