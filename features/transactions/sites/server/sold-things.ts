/** Things that a site sells, as they are found for its sales. Specification: Sites, sales. */
import { sql } from 'kysely';
import { type Rejected, rejectField, type SiteTransaction } from '../../../../server/sites/facts.ts';
import type { SoldThing } from '../../server/book-sales.ts';
import type { SiteCharge } from '../contract.ts';

type SoldClass = {
  class_id: number;
  class_name: string;
  is_bundle: boolean;
  instructor_id: number | null;
  home: number | null;
};
type SoldEvent = { id: number; name: string };

/** Finds what each charge of a call sold: the classes, events and users in a statement each. */
export async function soldThings(
  tx: SiteTransaction,
  charges: readonly SiteCharge[],
): Promise<(charge: SiteCharge) => SoldThing | Rejected> {
  const classes = await classesOf(tx, charges);
  const events = await eventsOf(tx, charges);
  const users = await usersOf(tx, charges);
  return (charge) => {
    const sold = soldBy(tx, charge, classes, events);
    if ('rejected' in sold || charge.user_id === undefined || users.has(charge.user_id)) return sold;
    return rejectField(404, 'user_id', `There is no user ${charge.user_id}`);
  };
}

function soldBy(
  { site }: SiteTransaction,
  { type, class_id = 0, event_id = 0, quantity = 1, subscription = 'month' }: SiteCharge,
  classes: ReadonlyMap<number, SoldClass>,
  events: ReadonlyMap<number, SoldEvent>,
): SoldThing | Rejected {
  const ofProgram = { class_id: null, instructor_id: null, home: site.program_id };
  if (type === 'membership') {
    const name = subscription === 'year' ? 'Membership for a year' : 'Membership for a month';
    return { ...ofProgram, charge_type: 'membership_payment', name, subscription };
  }
  if (type === 'event') {
    const event = events.get(event_id);
    if (!event) return rejectField(404, 'event_id', `This site does not show the event ${event_id}`);
    return { ...ofProgram, charge_type: 'event_payment', name: event.name, event_id, quantity };
  }
  const found = classes.get(class_id);
  if (!found) return rejectField(404, 'class_id', `This site does not sell the class ${class_id}`);
  const { is_bundle, class_name: name, instructor_id, home } = found;
  if (is_bundle !== (type === 'bundle'))
    return rejectField(400, 'type', `${class_id} is ${is_bundle ? 'a bundle' : 'no bundle'}`);
  return { class_id, instructor_id, home, name, charge_type: is_bundle ? 'bundle_payment' : 'class_payment' };
}

async function classesOf({ db }: SiteTransaction, charges: readonly SiteCharge[]) {
  const ids = charges.flatMap(({ class_id }) => class_id ?? []);
  if (ids.length === 0) return new Map<number, SoldClass>();
  const { rows } = await sql<SoldClass>`
    select class_id, class_name, is_bundle, instructor_id, home from sold_here(${ids}::integer[])`.execute(
    db,
  );
  return new Map(rows.map((sold) => [sold.class_id, sold]));
}

async function eventsOf({ db }: SiteTransaction, charges: readonly SiteCharge[]) {
  const ids = charges.flatMap(({ event_id }) => event_id ?? []);
  if (ids.length === 0) return new Map<number, SoldEvent>();
  const { rows } = await sql<SoldEvent>`
    select id, name from events where id = any (${ids}::integer[])`.execute(db);
  return new Map(rows.map((event) => [event.id, event]));
}

async function usersOf({ db }: SiteTransaction, charges: readonly SiteCharge[]): Promise<Set<number>> {
  const ids = charges.flatMap(({ user_id }) => user_id ?? []);
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select id from site_users where id = any (${ids}::integer[]) and del_status = 0`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
