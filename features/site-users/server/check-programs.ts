/** Programs that a body names. Specification: Site users. */
import { refuseField } from '../../../core/errors.ts';
import type { Db } from '../../../server/db/client.ts';

/** 400 at the first of `programs` that is not there. */
export async function checkPrograms(db: Db, programs: readonly number[]): Promise<void> {
  if (programs.length === 0) return;
  const rows = await db.selectFrom('programs').select('id').where('id', 'in', programs).execute();
  const known = new Set(rows.map(({ id }) => id));
  const missing = programs.findIndex((id) => !known.has(id));
  if (missing >= 0) refuseField(`programs.${missing}`, `There is no program ${programs[missing]}`);
}
