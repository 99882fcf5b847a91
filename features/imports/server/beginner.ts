import { type Actor, mayAccess } from '../../../core/access.ts';
import { SYSTEM } from '../../../server/context.ts';
import { actorNow } from '../../../server/http/session.ts';
import type { Platform } from '../../../server/platform.ts';
import { kindOf } from './import-kinds.ts';
import type { ImportRow } from './import-row.ts';

/** Returns the import's author with the current rights; null where they no longer suffice. An admin of all programs may have begun one of a program. */
export async function beginnerOf(
  { database }: Platform,
  row: Pick<ImportRow, 'kind' | 'admin_id' | 'program_id'>,
): Promise<Actor | null> {
  const program_id = row.program_id ?? 0;
  if (row.admin_id === null) return { ...SYSTEM, program_id };
  const actor = await actorNow(database.everything, row.admin_id);
  if (!actor || !mayAccess(actor, kindOf(row).access)) return null;
  return actor.program_id === program_id || (row.kind !== 'users' && actor.program_id === 0) ? actor : null;
}
