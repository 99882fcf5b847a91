/** Saves of something that people edit together (specification: Wire conventions). */
import { type RawBuilder, sql } from 'kysely';
import { refuse } from '../core/errors.ts';

/** The row as it is now: when it was last saved, and by whom. */
type Current = { updated_at: string; changed_by: string | null };

/** Refuses with 409, who and when, where `updatedAt` (what the caller read; undefined: it does not ask) is no longer current. */
export function refuseStale({ updated_at, changed_by }: Current, updatedAt: string | undefined): void {
  if (updatedAt === undefined || Date.parse(updatedAt) === Date.parse(updated_at)) return;
  refuse(409, `${changed_by ?? 'Somebody else'} has changed this since you opened it`, {
    conflict: { changed_by, changed_at: updated_at },
  });
}

/** The next `updated_at` of a row: two saves within a millisecond still have two moments. */
export function nextMoment(): RawBuilder<string> {
  return sql<string>`greatest(provost_now(), updated_at + interval '1 millisecond')`;
}
