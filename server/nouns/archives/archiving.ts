/** Archives and restores records; the database insists that what is archived is inactive. Specification: Catalogue. */
import { type Expression, type SqlBool, sql } from 'kysely';
import { ARCHIVED, conflict, RESTORED, refuseField } from '../../../core/errors.ts';
import type { Context } from '../../context.ts';
import { changing, type Held, type TableNoun } from '../changing.ts';

export type ArchivedRow = Held & { active: number; archived_at: string | null };

/** A noun whose rows can be archived. */
export type Archivable<Row extends ArchivedRow = ArchivedRow> = {
  noun: TableNoun<Row>;
  /** Refuses to archive the row. */
  refuse?: (row: Row) => void;
  /** Further columns of an archived row. */
  columnsOfArchived?: Partial<Row>;
  /** True where nothing becomes active by being restored, as it would write to people. */
  staysInactive?: boolean;
};

type State = { archived: boolean; active: 0 | 1; updated_at: string };

/** Archives a record. 409 where it is archived already; 404 and 409 as any save. */
export function archiveRow<Row extends ArchivedRow>(
  context: Context,
  { noun, refuse, columnsOfArchived }: Archivable<Row>,
  save: { id: number; updated_at?: string | undefined },
): Promise<State> {
  return changing(context, noun, save, 'archive', async (_, row) => {
    if (row.archived_at !== null) conflict(ARCHIVED, since(row));
    refuse?.(row);
    const archived = { active: 0, archived_at: sql<string>`provost_now()`, ...columnsOfArchived };
    return switched(row, { archived: true, active: 0 }, archived as unknown as Partial<Row>);
  });
}

/**
 * Restores a record, inactive unless `active`. 400 for an active one that would write to people; 409 where it is not
 * archived; 404 and 409 as any save.
 */
export function restoreRow<Row extends ArchivedRow>(
  context: Context,
  { noun, staysInactive = false }: Archivable<Row>,
  {
    active: isActive = false,
    ...save
  }: { id: number; updated_at?: string | undefined; active?: boolean | undefined },
): Promise<State> {
  if (isActive && staysInactive) refuseField('active', 'Restore it first, then resume it');
  const active = isActive ? 1 : 0;
  return changing(context, noun, save, 'restore', async (_, row) => {
    if (row.archived_at === null) conflict(RESTORED, since(row));
    return switched(row, { archived: false, active }, { active, archived_at: null } as Partial<Row>);
  });
}

/** Condition of a list: nothing that is archived, or with the flag nothing else. */
export function archivedIn(column: string, archived: '' | '0' | '1'): Expression<SqlBool> {
  return sql<SqlBool>`(${sql.ref(column)} is not null) = ${archived === '1'}`;
}

type Archived = { archived: boolean; active: 0 | 1 };

function switched<Row extends ArchivedRow>(row: Row, after: Archived, columns: Partial<Row>) {
  const before: Archived = { archived: row.archived_at !== null, active: row.active === 1 ? 1 : 0 };
  return { before, after, columns };
}

function since({ changed_by, updated_at }: ArchivedRow) {
  return { changed_by, changed_at: updated_at };
}
