/** Events for tests: an ended giveaway by default, which is what most tests of draws want. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { commitmentOf } from '../../features/events/draws/server/draw-arithmetic.ts';
import { keepSecret, newSecret } from '../../features/events/draws/server/draw-secrets.ts';
import type { Db } from '../../server/db/client.ts';
import type { Events } from '../../server/db/types.ts';
import { makeSiteUser } from '../factories.ts';
import type { Call } from '../harness.ts';
import { TEST_KEYS } from '../test-database.ts';

const DAY = 86_400_000;

export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString();
}

/** An event with its secret, assigned to its own program; a giveaway that ended yesterday unless told. */
export async function makeEvent(db: Db, values: Partial<Insertable<Events>> = {}) {
  const secret = newSecret();
  const type = values.type ?? 'giveaway';
  const event = await db
    .insertInto('events')
    .values({
      name: 'An event',
      type,
      price: type === 'regular' ? 100 : null,
      ticket_price: type === 'giveaway' ? 100 : null,
      available: 1000,
      start_at: inDays(-10),
      end_at: inDays(-1),
      ...values,
      commitment: commitmentOf(secret),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await keepSecret(db, TEST_KEYS.drawKey, event.id, secret);
  if (event.program_id !== null) {
    await db
      .insertInto('event_programs')
      .values({ event_id: event.id, program_id: event.program_id })
      .execute();
  }
  return event;
}

/** Tickets of an event for one user, a new one of its program unless told, sold before it ended, past what a sale would check. */
export async function makeTickets(
  db: Db,
  { id, program_id }: { id: number; program_id: number | null },
  number: number,
  user_id?: number,
) {
  const holder = user_id ?? (await makeSiteUser(db, { program_id })).id;
  await sql`
    insert into tickets (event_id, program_id, user_id, code, created_at)
    select e.id, ${program_id}, ${holder}, upper(translate(substr(md5(random()::text || n), 1, 12), 'abcdef', 'ABCDEF')),
      least(provost_now(), e.end_at - interval '1 hour')
    from events e, generate_series(1, ${number}::int) n where e.id = ${id}`.execute(db);
}

/** Ends a live event with tickets as an admin can: its end is moved to a moment from now, and waited for. */
export async function endSoon(call: Call, id: number): Promise<void> {
  const end_at = inDays(3 / 86_400);
  const { status, body } = await call('PATCH', `lilt-event/${id}`, { data: { end_at } });
  if (status !== 200) throw new Error(body.message);
  await wait(Date.parse(end_at) - Date.now() + 1);
}
