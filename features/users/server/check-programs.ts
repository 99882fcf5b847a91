/** Programs that a body names. Specification: Site users. */

import type { Db } from '../../../server/db/client.ts';
import { requireActivePrograms } from '../../../server/nouns/active-programs.ts';

/** 400 at the first of `programs` that is not there, or is inactive and none of those that the user has already. */
export function checkPrograms(db: Db, programs: readonly number[], kept: readonly number[]): Promise<void> {
  return requireActivePrograms(db, { programs, field: (index) => `programs.${index}`, kept });
}
