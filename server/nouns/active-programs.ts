/** The one place where a program refuses what is new. Specification: Roles and programs. */
import { refuseField } from '../../core/errors.ts';
import type { Db } from '../db/client.ts';

type Named = {
  programs: readonly number[];
  field: (index: number) => string;
  /** Programs that the row has already: they stay, inactive or not. */
  kept?: readonly (number | null)[];
};

/** 400 at the first that is not there, or is inactive and new to the row. */
export async function requireActivePrograms(db: Db, { programs, field, kept = [] }: Named): Promise<void> {
  const wanted = [...new Set(programs)];
  if (wanted.length === 0) return;
  const rows = await db
    .selectFrom('programs')
    .select(['id', 'program_display_name', 'status'])
    .where('id', 'in', wanted)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const [index, id] of programs.entries()) {
    const program = known.get(id);
    if (!program) refuseField(field(index), `There is no program ${id}`);
    if (program.status !== 1 && !kept.includes(id))
      refuseField(field(index), inactiveProgram(program.program_display_name));
  }
}

export function inactiveProgram(name: string): string {
  return `${name} is inactive. Choose an active program`;
}
