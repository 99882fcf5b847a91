import { refuseField } from '../../../core/errors.ts';
import type { Context } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';

export async function readTimezones({ db }: Context) {
  return { timezones: await db.selectFrom('timezones').select(['id', 'name']).orderBy('name').execute() };
}

/** 400 at `field` for a number that no zone has. */
export async function checkTimezone(db: Db, id: number, field: string): Promise<void> {
  const known = await db.selectFrom('timezones').select('id').where('id', '=', id).executeTakeFirst();
  if (!known) refuseField(field, `There is no time zone ${id}`);
}

/** A moment on the clocks of a zone, `YYYY-MM-DD HH:MM`; in UTC where the zone is younger than the system's own list. */
export function clockIn(zone: string, moment: string): string {
  try {
    return shown(zone, moment);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return shown('UTC', moment);
  }
}

function shown(timeZone: string, moment: string): string {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return clock.format(new Date(moment));
}
