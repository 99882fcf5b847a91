/** The program that a file is imported into. Specification: Sites, moving in; Classes and bundles. */
import { isGlobal } from '../../../core/access.ts';
import { refuse } from '../../../core/errors.ts';
import type { Context } from '../../../server/context.ts';
import { requireActivePrograms } from '../../../server/nouns/active-programs.ts';

/** Returns the caller's program, or the one that an admin of all named, 0 for none. 404 for another or a missing one; 400 for an inactive one. */
export async function programOfFile({ actor, db }: Context, asked: number): Promise<number> {
  if (!isGlobal(actor) && asked !== 0 && asked !== actor.program_id) refuseProgram(asked);
  const program_id = isGlobal(actor) ? asked : actor.program_id;
  if (program_id === 0) return 0;
  const known = await db.selectFrom('programs').select('id').where('id', '=', program_id).executeTakeFirst();
  if (!known) refuseProgram(program_id);
  await requireActivePrograms(db, { programs: [program_id], field: () => 'program_id' });
  return program_id;
}

/** Refuses a program that is another's as one that is not there. */
function refuseProgram(id: number): never {
  refuse(404, `There is no program ${id}`);
}
