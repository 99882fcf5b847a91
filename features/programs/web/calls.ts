import { callsOf } from '../../../web/api.ts';
import { programsContract } from '../contract.ts';
import type { ProgramDetails } from '../program-schemas.ts';

export const { calls, reload } = callsOf('programs', programsContract);

/** A program under the names by which parts know a record: it is its own. */
export type SiteProgram = ProgramDetails & { name: string; program_id: number };

/** A program as it is now. Throws a 404 where it is not there or foreign. */
export async function readSiteProgram(id: number): Promise<SiteProgram> {
  const { program } = await calls.program.call({ id });
  return { ...program, name: program.program_display_name, program_id: program.id };
}
