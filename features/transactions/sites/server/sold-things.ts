import { sql } from 'kysely';
import { type Rejected, rejectField, type SiteTransaction } from '../../../../server/sites/facts.ts';
import { usersHere } from '../../../../server/sites/rows-here.ts';
import { sourceOf } from '../../../../server/sites/site-caller.ts';
import {
  type FoundClass,
  type SoldThing,
  soldClass,
  soldMembership,
  soldTickets,
} from '../../server/sold-things.ts';
import type { SiteCharge } from '../contract.ts';

type SoldEvent = { id: number; name: string };

/** Finds what each charge of a call sold: the classes, events and users in a statement each. */
export async function soldThings(
  tx: SiteTransaction,
  charges: readonly SiteCharge[],
): Promise<(charge: SiteCharge) => SoldThing | Rejected> {
  const classes = await classesOf(tx, charges);
  const events = await eventsOf(tx, charges);
  const users = await usersHere(
    tx,
    charges.map(({ user_id }) => user_id),
  );
  return (charge) => {
    const sold = soldBy(tx, charge, classes, events);
    if ('rejected' in sold || charge.user_id === undefined || users.has(charge.user_id)) return sold;
    return rejectField(404, 'user_id', `There is no user ${charge.user_id}`);
  };
}

function soldBy(
  { site }: SiteTransaction,
  { type, class_id = 0, event_id = 0, quantity = 1, subscription = 'month' }: SiteCharge,
  classes: ReadonlyMap<number, FoundClass>,
  events: ReadonlyMap<number, SoldEvent>,
): SoldThing | Rejected {
  if (type === 'membership') return soldMembership(site.program_id, subscription);
  if (type === 'event') {
    const event = events.get(event_id);
    if (!event) return rejectField(404, 'event_id', `This site does not show the event ${event_id}`);
    return soldTickets(site.program_id, event, quantity);
  }
  const found = classes.get(class_id);
  if (!found) return rejectField(404, 'class_id', `This site does not sell the class ${class_id}`);
  if (found.is_bundle !== (type === 'bundle'))
    return rejectField(400, 'type', `${class_id} is ${found.is_bundle ? 'a bundle' : 'not a bundle'}`);
  return soldClass(found);
}

async function classesOf({ db, site }: SiteTransaction, charges: readonly SiteCharge[]) {
  const ids = charges.flatMap(({ class_id }) => class_id ?? []);
  if (ids.length === 0) return new Map<number, FoundClass>();
  // What was sold once may be over by now.
  const sold =
    sourceOf(site) === 'import' ? sql`once_sold_here(${ids}::integer[])` : sql`sold_here(${ids}::integer[])`;
  const { rows } = await sql<FoundClass>`
    select class_id, class_name, is_bundle, instructor_id, home from ${sold}`.execute(db);
  return new Map(rows.map((found) => [found.class_id, found]));
}

async function eventsOf({ db }: SiteTransaction, charges: readonly SiteCharge[]) {
  const ids = charges.flatMap(({ event_id }) => event_id ?? []);
  if (ids.length === 0) return new Map<number, SoldEvent>();
  const { rows } = await sql<SoldEvent>`
    select id, name from events where id = any (${ids}::integer[])`.execute(db);
  return new Map(rows.map((event) => [event.id, event]));
}
