import { sql } from 'kysely';
import {
  type Outcome,
  type Rejected,
  rejectField,
  type SiteTransaction,
} from '../../../../server/sites/facts.ts';
import { usersHere } from '../../../../server/sites/rows-here.ts';
import { type Attendance, recordAttendances } from '../../server/attendances.ts';
import type { SiteAttendance } from '../contract.ts';
import { noClass, noUser } from './not-here.ts';

/** Notes attendances of sessions and classes of the site; a known one is as first told. Rejected (404): a session, class or user not the site's. */
export async function bookAttendances(
  tx: SiteTransaction,
  attendances: readonly SiteAttendance[],
): Promise<Outcome<{ late: boolean }>[]> {
  const places = await placesOf(tx, attendances);
  const users = await usersHere(
    tx,
    attendances.map(({ user_id }) => user_id),
  );
  const decided = attendances.map((attendance): Attendance | Rejected => {
    const { user_id, type, seconds, occurred_at: attended_at } = attendance;
    const place = places(attendance);
    if ('rejected' in place) return place;
    if (!users.has(user_id)) return noUser(user_id);
    return { ...place, user_id, type, seconds, attended_at };
  });
  const right = decided.filter((one) => 'class_id' in one);
  const recorded = (right.length > 0 ? await recordAttendances(tx, right) : []).values();
  return decided.map((one) => {
    if ('rejected' in one) return one;
    const { value } = recorded.next();
    if (!value) throw new Error('an attendance was not noted');
    const { is_new, ...noted } = value;
    return { ...noted, state: is_new ? 'created' : 'unchanged' };
  });
}

type Place = { session_id: number | null; class_id: number };

/** Finds where people were: in a session by its id or the site's own name of it, or in a class outside of any. */
async function placesOf(
  { db, site }: SiteTransaction,
  attendances: readonly SiteAttendance[],
): Promise<(attendance: SiteAttendance) => Place | Rejected> {
  const ids = attendances.flatMap(({ session_id }) => session_id ?? []);
  const references = attendances.flatMap(({ session_reference }) => session_reference ?? []);
  const { rows: sessions } = await sql<{ session_id: number; class_id: number; reference: string | null }>`
    select s.id as session_id, s.class_id,
      case when s.site_program_id = ${site.program_id} then s.external_id end as reference
    from class_sessions s join classes c on c.id = s.class_id
    where s.id = any (${ids}::integer[])
      or s.site_program_id = ${site.program_id} and s.external_id = any (${references}::text[])`.execute(db);
  const { rows: classes } = await sql<{ id: number }>`select id from classes
    where id = any (${attendances.flatMap(({ class_id }) => class_id ?? [])}::integer[])`.execute(db);
  const known = new Set(classes.map(({ id }) => id));
  const byId = new Map(sessions.map((one) => [one.session_id, one]));
  const byReference = new Map(sessions.map((one) => [one.reference, one]));
  return ({ session_id, session_reference, class_id = 0 }) => {
    if (session_id === undefined && session_reference === undefined)
      return known.has(class_id) ? { session_id: null, class_id } : noClass(class_id);
    const session =
      session_id === undefined ? byReference.get(session_reference ?? null) : byId.get(session_id);
    if (session) return { session_id: session.session_id, class_id: session.class_id };
    return session_id === undefined
      ? rejectField(404, 'session_reference', 'This site has not reported this session')
      : rejectField(404, 'session_id', `There is no session ${session_id}`);
  };
}
