import { callsOf } from '../../../web/api.ts';
import { programsContract } from '../contract.ts';
import type { ProgramDetails } from '../program-schemas.ts';

export const { calls, reload } = callsOf('programs', programsContract);

/** A program with the fields that every record has: it belongs to itself. */
export type SiteProgram = ProgramDetails & { name: string; program_id: number };

export async function readSiteProgram(id: number): Promise<SiteProgram> {
  return asSiteProgram((await calls.program.call({ id })).program);
}

export function asSiteProgram(program: ProgramDetails): SiteProgram {
  return { ...program, name: program.program_display_name, program_id: program.id };
}
