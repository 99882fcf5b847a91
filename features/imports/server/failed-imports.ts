/** Imports that were to write, failed, and wait for somebody. Specification: Home. */
import { type SqlBool, sql } from 'kysely';
import { type Context, visibleIn } from '../../../server/context.ts';
import { type WaitingWork, waitingWork } from '../../../server/nouns/waiting-work.ts';
import { UNDO_DAYS } from '../rules.ts';

/** Condition on `imports i`: failed, until undone, imported again, or too old to undo. Failed dry runs do not count: their author was told. */
export const FAILED = sql<boolean>`(i.state = 'failed' and not i.dry_run
  and i.finished_at > provost_now() - make_interval(days => ${UNDO_DAYS})
  and not exists (select from imports a where (a.sha256 = i.sha256 or a.file_name = i.file_name)
    and a.kind = i.kind and a.program_id is not distinct from i.program_id and a.created_at > i.finished_at
    and not a.dry_run and a.state in ('running', 'done')))`;

/** Returns the imports of users, of classes, or of what sites tell, that are listed with `failed`. */
export function failedImports(
  { db, actor }: Context,
  of: 'users' | 'classes' | 'sites',
  program_id = 0,
): Promise<WaitingWork> {
  const where = [
    FAILED,
    of === 'sites' ? sql<SqlBool>`i.kind not in ('users', 'classes')` : sql<SqlBool>`i.kind = ${of}`,
    visibleIn(actor, 'i.program_id', program_id),
  ];
  return waitingWork(db, { from: sql`imports i`, where, since: sql`i.finished_at` });
}
