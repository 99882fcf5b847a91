/** Programs by what a file may call them. Specification: Import of users; Classes and bundles. */
import { isGlobal } from '../../../core/access.ts';
import { type Context, visibleTo } from '../../../server/context.ts';

export type ProgramsByName = {
  /** A program by its tag, its id or its name; null where there is none, 'foreign' where it is not the actor's. */
  program: (text: string) => number | 'foreign' | null;
  inactive: (program_id: number) => string | null;
  nameOf: (program_id: number) => string;
  currencyOf: (program_id: number) => string;
};

export async function readPrograms({ db, actor }: Context): Promise<ProgramsByName> {
  const programs = await db
    .selectFrom('programs')
    .select(['id', 'program_tag', 'program_display_name', 'status', 'default_currency'])
    .where(visibleTo(actor, 'programs.id'))
    .execute();
  const byTag = new Map(programs.map(({ id, program_tag }) => [program_tag.toLowerCase(), id]));
  const byName = new Map(programs.map((known) => [known.program_display_name.toLowerCase(), known.id]));
  const byId = new Map(programs.map((known) => [known.id, known]));
  return {
    program(text) {
      const name = text.toLowerCase();
      const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
      const known = byTag.get(name) ?? (byId.has(number) ? number : undefined) ?? byName.get(name);
      return known ?? (isGlobal(actor) ? null : 'foreign');
    },
    inactive(program_id) {
      const known = byId.get(program_id);
      return known && known.status !== 1 ? known.program_display_name : null;
    },
    nameOf: (program_id) => byId.get(program_id)?.program_display_name ?? `Program #${program_id}`,
    currencyOf: (program_id) => byId.get(program_id)?.default_currency ?? 'USD',
  };
}
