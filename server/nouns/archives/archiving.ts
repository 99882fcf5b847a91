/** Archives and restores records; the database insists that what is archived is inactive. Specification: Catalogue. */
import { type Expression, type SqlBool, sql } from 'kysely';
import {
  ARCHIVED,
  type Conflict,
  conflict,
  NOT_ARCHIVED,
  RESTORED,
  refuse,
  refuseField,
} from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact } from '../../context.ts';
import { changing, type Held, type TableNoun } from '../changing.ts';
import { refuseWithId } from '../switches/refuse-with-id.ts';

export type ArchivedRow = Held & { active: number; archived_at: string | null };

export type Archivable<Row extends ArchivedRow = ArchivedRow> = {
  noun: TableNoun<Row>;
  refuse?: (row: Row, tx: TransactionContext) => void | Promise<void>;
  columnsOfArchived?: Partial<Row>;
  /** True where nothing becomes active by being restored, as it would write to people. */
  staysInactive?: boolean;
};

type State = { archived: boolean; active: 0 | 1; updated_at: string };

/** Archives a record. 409 where it is archived already; 404 and 409 as any save. */
export function archiveRow<Row extends ArchivedRow>(
  context: Context,
  { noun, refuse: refuseRow, columnsOfArchived }: Archivable<Row>,
  save: { id: number; updated_at?: string | undefined },
): Promise<State> {
  return changing(context, noun, save, 'archive', async (tx, row) => {
    if (row.archived_at !== null)
      conflict(ARCHIVED, (await whoDid(tx, noun, save.id, 'archive')) ?? since(row));
    await refuseRow?.(row, tx);
    const archived = { active: 0, archived_at: sql<string>`provost_now()`, ...columnsOfArchived };
    return switched(row, { archived: true, active: 0 }, archived as unknown as Partial<Row>);
  });
}

/** Restores a record, inactive unless `active`: 400 where that would write to people, 409 where it is not archived; 404 and 409 as any save. */
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
  return changing(context, noun, save, 'restore', async (tx, row) => {
    if (row.archived_at === null) {
      const restored = await whoDid(tx, noun, save.id, 'restore');
      if (restored) conflict(RESTORED, restored);
      refuse(409, NOT_ARCHIVED);
    }
    return switched(row, { archived: false, active }, { active, archived_at: null } as Partial<Row>);
  });
}

type Save = { id: number; updated_at?: string | undefined; active?: boolean | undefined };

/** Archives or restores many records, all or none, each as one alone; what refuses one is said with its id. */
export function switchRows<Row extends ArchivedRow>(
  context: Context,
  of: Archivable<Row>,
  { records, archived }: { records: readonly Save[]; archived: boolean },
): Promise<{ records: (State & { id: number })[] }> {
  return transact(context, async (tx) => {
    const states: (State & { id: number })[] = [];
    // In one order, or two calls could each wait for a row of the other.
    for (const save of records.toSorted((a, b) => a.id - b.id)) {
      const { active: _, ...plain } = save;
      const one = archived ? archiveRow(tx, of, plain) : restoreRow(tx, of, save);
      states.push({ id: save.id, ...(await one.catch((error: unknown) => refuseWithId(save.id, error))) });
    }
    return { records: states };
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

/** Returns who archived or restored the row last and when; null where nobody has: whoever saved it since was another. */
async function whoDid<Row extends ArchivedRow>(
  { db }: TransactionContext,
  { entity }: TableNoun<Row>,
  id: number,
  action: 'archive' | 'restore',
): Promise<Conflict | null> {
  const { rows } = await sql<Conflict>`
    select admin_email(e.admin_id) as changed_by, e.at as changed_at from audit_entries e
    where e.entity = ${entity} and e.entity_id = ${String(id)} and e.action = ${action} order by e.id desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

function since({ changed_by, updated_at }: ArchivedRow) {
  return { changed_by, changed_at: updated_at };
}
