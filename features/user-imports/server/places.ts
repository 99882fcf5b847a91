/** Programs and time zones by what a file may call them. Specification: Import of users. */
import { isGlobal } from '../../../core/access.ts';
import { type Context, visibleTo } from '../../../server/context.ts';

export type Places = {
  /** A program by its id, its tag or its name; null where there is none, 'foreign' where it is not the actor's. */
  program(text: string): number | 'foreign' | null;
  /** Returns the name of an inactive program; null for an active one. */
  inactive(program_id: number): string | null;
  /** A time zone by its number or its name. */
  timezone(text: string): number | null;
};

export async function readPlaces({ db, actor }: Context): Promise<Places> {
  const programs = await db
    .selectFrom('programs')
    .select(['id', 'program_tag', 'program_display_name', 'status'])
    .where(visibleTo(actor, 'programs.id'))
    .execute();
  const zones = await db.selectFrom('timezones').selectAll().execute();
  const byTag = new Map(programs.map(({ id, program_tag }) => [program_tag.toLowerCase(), id]));
  const byName = new Map(programs.map((known) => [known.program_display_name.toLowerCase(), known.id]));
  const off = new Map(
    programs.filter(({ status }) => status !== 1).map((known) => [known.id, known.program_display_name]),
  );
  const ids = new Set(programs.map(({ id }) => id));
  const zoneIds = new Set(zones.map(({ id }) => id));
  const byZone = new Map(zones.map(({ id, name }) => [name.toLowerCase(), id]));
  return {
    program(text) {
      const name = text.toLowerCase();
      const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
      const known = byTag.get(name) ?? (ids.has(number) ? number : undefined) ?? byName.get(name);
      return known ?? (isGlobal(actor) ? null : 'foreign');
    },
    inactive: (program_id) => off.get(program_id) ?? null,
    timezone(text) {
      const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
      if (zoneIds.has(number)) return number;
      return byZone.get(text.toLowerCase().replaceAll(' ', '_')) ?? null;
    },
  };
}
