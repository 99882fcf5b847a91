import type { Context } from '../../../server/context.ts';
import { type ProgramsByName, readPrograms } from '../../imports/server/programs-by-name.ts';

export type Places = Pick<ProgramsByName, 'program' | 'inactive'> & {
  /** A time zone by its number or its name. */
  timezone: (text: string) => number | null;
};

export async function readPlaces(context: Context): Promise<Places> {
  const { program, inactive } = await readPrograms(context);
  const zones = await context.db.selectFrom('timezones').selectAll().execute();
  const zoneIds = new Set(zones.map(({ id }) => id));
  const byZone = new Map(zones.map(({ id, name }) => [name.toLowerCase(), id]));
  return {
    program,
    inactive,
    timezone(text) {
      const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
      if (zoneIds.has(number)) return number;
      return byZone.get(text.toLowerCase().replaceAll(' ', '_')) ?? null;
    },
  };
}
