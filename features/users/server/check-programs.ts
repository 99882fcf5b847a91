import type { Db } from '../../../server/db/client.ts';
import { requireActivePrograms } from '../../../server/nouns/active-programs.ts';

/** Returns the programs that a user is linked to, by their ids. */
export async function linkedPrograms(
  db: Db,
  table: 'site_user_programs' | 'site_user_sites',
  user_id: number,
): Promise<number[]> {
  const links = db.selectFrom(table).select('program_id').where('user_id', '=', user_id);
  return (await links.orderBy('program_id').execute()).map(({ program_id }) => program_id);
}

/** 400 at the first of `programs` that is not there, or is inactive and none of those that the user has already. */
export function checkPrograms(db: Db, programs: readonly number[], kept: readonly number[]): Promise<void> {
  return requireActivePrograms(db, { programs, field: (index) => `programs.${index}`, kept });
}
