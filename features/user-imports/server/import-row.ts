/** An import as it stands, and whose it is. Specification: Import of users. */
import type { Selectable } from 'kysely';
import { type Actor, mayAccess } from '../../../core/access.ts';
import type { Encoding, Separator } from '../../../core/csv/csv.ts';
import { SYSTEM } from '../../../server/context.ts';
import type { UserImports } from '../../../server/db/types.ts';
import { actorNow } from '../../../server/http/session.ts';
import type { Platform } from '../../../server/platform.ts';
import type { PreviewRow, State } from '../contract.ts';
import type { Mapping, Samples } from '../rules.ts';

/** The entity in the audit. */
export const ENTITY = 'users_import' as const;

export type ImportRow = Omit<
  Selectable<UserImports>,
  'state' | 'headers' | 'samples' | 'mapping' | 'preview' | 'encoding' | 'separator'
> & {
  state: State;
  headers: string[];
  samples: Samples;
  mapping: Mapping;
  preview: PreviewRow[];
  encoding: Encoding;
  separator: Separator;
};

/** The counts of an import of which nothing has been done. */
export const NOTHING_YET = {
  rows: 0,
  line: 1,
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  enrolled: 0,
} as const;

/** Returns the import's author with the current rights; null where they no longer suffice. */
export async function beginnerOf(
  { database }: Platform,
  { admin_id, program_id }: Pick<ImportRow, 'admin_id' | 'program_id'>,
): Promise<Actor | null> {
  const tx = program_id ?? 0;
  if (admin_id === null) return { ...SYSTEM, program_id: tx };
  const actor = await actorNow(database.everything, admin_id);
  return actor?.program_id === tx && mayAccess(actor, { area: 'users' }) ? actor : null;
}

/** Returns the reason the mapping cannot run; null without one. */
export function problemOf({ mapping }: Pick<ImportRow, 'mapping'>): string | null {
  return Object.values(mapping).includes('email') ? null : 'Choose the column that holds the email addresses';
}
