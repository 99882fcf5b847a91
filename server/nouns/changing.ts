/** The one way to save what people edit together (specification: Wire conventions; Audit). */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { isGlobal } from '../../core/access.ts';
import { CHANGED, conflict, notFound, refuse } from '../../core/errors.ts';
import type { AuditEntity } from '../../features/nouns.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../context.ts';
import type { DB } from '../db/types.ts';
import { audit } from './audit.ts';
import { type Creatable, insert } from './creating.ts';

/** Columns that the row of every noun has: its program, and who saved it last and when. */
export type Held = { program_id: number | null; updated_at: string; changed_by: string | null };

/** A noun as it is saved; {@link tableNoun} makes those that have a table of their own. */
export type Noun<Row extends Held, Id = number> = {
  entity: AuditEntity;
  /** The row where the caller may see it, held until the transaction ends. */
  lockRow(tx: TransactionContext, id: Id): Promise<Row | undefined>;
  /** Sets who has saved it and when, with columns that change by it; answers when. */
  touchRow(tx: TransactionContext, id: Id, row: Row, columns: Partial<Row>): Promise<string>;
};

export type TableNoun<Row extends Held> = Noun<Row> & {
  read(context: Context, id: number): Promise<Row | undefined>;
};

type NounTable = {
  [Table in keyof DB]: 'id' | 'updated_at' | 'updated_by' extends keyof DB[Table] ? Table : never;
}[keyof DB];
type Made = { id: number; program_id: number | null; updated_at: string };
type Stored<Table extends NounTable> = Selectable<DB[Table]> & Held;

export type RowOf<Of> = Of extends Noun<infer Row> ? Row : never;

/** A noun with a table of its own: `id`, `program_id`, `updated_at` and `updated_by` are among its columns. */
export function tableNoun<Table extends NounTable, Further extends object = object>(definition: {
  entity: AuditEntity;
  table: Table;
  /** Further values that a save needs, besides the columns of the table, whose alias is the first letter of its name. */
  columns?: RawBuilder<unknown>;
  /** Rows that are there; all of them unless said. */
  alive?: RawBuilder<unknown>;
  /** Columns that a site's save reads, where its role may not read all; who of the staff saved the row, it is never told. */
  readBySites?: readonly (keyof Selectable<DB[Table]> & string)[];
}): TableNoun<Stored<Table> & Further> & Creatable<Table, Selectable<DB[Table]> & Made> {
  const { entity, table, columns, alive = sql`true`, readBySites } = definition;
  const alias = table.slice(0, 1);
  const [name, row] = [sql.table(table), sql.ref(alias)];
  const more = columns ? sql`, ${columns}` : sql``;
  const ofSites = sql`${sql.join((readBySites ?? []).map((column) => sql.ref(`${alias}.${column}`)))}, null as changed_by`;
  const select = async ({ db, actor, site }: Context, id: number, held: RawBuilder<unknown>) => {
    const read = site && readBySites ? ofSites : sql`${row}.*, admin_email(${row}.updated_by) as changed_by`;
    const { rows } = await sql<Stored<Table> & Further>`
      select ${read} ${more} from ${name} ${row}
      where ${row}.id = ${id} and ${visibleTo(actor, `${alias}.program_id`)} and ${alive} ${held}`.execute(
      db,
    );
    return rows[0];
  };
  return {
    entity,
    table,
    read: (context, id) => select(context, id, sql``),
    lockRow: (tx, id) => select(tx, id, sql`for no key update of ${row}`),
    insertRow: (tx, values, onConflict) =>
      insert(
        tx,
        table,
        { ...values, updated_by: tx.actor.admin_id || null },
        (tx.site && readBySites) ?? '*',
        onConflict,
      ),
    async touchRow({ db, actor }, id, _, columns) {
      const set = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value},`);
      const { rows } = await sql<{ updated_at: string }>`
        update ${name} set ${set.length > 0 ? sql.join(set, sql` `) : sql``}
          updated_at = ${nextMoment()}, updated_by = ${actor.admin_id || null}
        where id = ${id} returning updated_at`.execute(db);
      return rows[0]?.updated_at ?? notFound();
    },
  };
}

type Save<Id> = {
  id: Id;
  /** The mark that the caller read; undefined: a save in between is not refused. */
  updated_at?: string | undefined;
};

type Change<Row, Part> = {
  before: Part;
  after: Part;
  /** New values of the row, written with the mark. */
  columns?: Partial<Row>;
  /** The program of the row from now on; unchanged unless said. */
  program_id?: number | null;
  /** The values that the staff of its program may read, where they may not read all; others read all. */
  redacted?: { before: object; after: object };
};

/**
 * One save: holds the row, compares `updated_at`, works, and where `after` is not `before` marks the row and records the
 * change. 404 where the caller sees no such row, 409 with who and when where the row was saved since it was read. `work`
 * may call `mark` itself, where what it writes bears the moment of the save.
 */
export async function changing<Row extends Held, Id extends number, Part extends object | null>(
  context: Context,
  noun: Noun<Row, Id>,
  save: Save<Id>,
  action: string,
  work: (tx: TransactionContext, row: Row, touchRow: () => Promise<string>) => Promise<Change<Row, Part>>,
): Promise<Part & { updated_at: string }> {
  return transact(context, async (tx) => {
    const row = await lockRow(tx, noun, save);
    let marked: Promise<string> | undefined;
    const touchRow = (columns: Partial<Row> = {}) => (marked ??= noun.touchRow(tx, save.id, row, columns));
    const change = await work(tx, row, () => touchRow());
    const { before, after, columns, redacted, program_id = row.program_id } = change;
    refuseArchived(row, columns);
    if (!differs(before, after)) return { ...after, updated_at: row.updated_at };
    const updated_at = await touchRow(columns);
    const entry = { entity: noun.entity, entity_id: save.id, action };
    const readers = { program_id, left_program_id: row.program_id };
    await audit(tx, { ...entry, ...readers, before, after, ...redacted });
    if (redacted && isGlobal(tx.actor)) await audit(tx, { ...entry, program_id: 0, before, after });
    return { ...after, updated_at };
  });
}

/** A save of columns of the row itself: `decide` says what they shall hold. Nothing is written where they hold it already. */
export function updating<Row extends Held, Columns extends Partial<Row>>(
  context: Context,
  noun: TableNoun<Row>,
  save: Save<number>,
  decide: (tx: TransactionContext, row: Row) => Promise<Columns>,
): Promise<Columns & { updated_at: string }> {
  return changing(context, noun, save, 'update', async (tx, row) => {
    const after = await decide(tx, row);
    const names = Object.keys(after) as (keyof Columns & keyof Row)[];
    const before = Object.fromEntries(names.map((name) => [name, row[name]])) as unknown as Columns;
    const { program_id = row.program_id } = after;
    return { before, after, columns: after, program_id };
  });
}

/** An archived record stays inactive until it is restored. */
function refuseArchived(before: object, change: object = {}): void {
  const row: { archived_at?: unknown } = before;
  const columns: { active?: unknown; archived_at?: unknown } = change;
  if ((row.archived_at ?? null) !== null && columns.archived_at === undefined && columns.active === 1)
    refuse(400, 'This is archived. Restore it before you activate it');
}

export function differs(before: object | null, after: object | null): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

/** The row, held until the transaction ends; 404 and 409 as {@link changing}. */
export async function lockRow<Row extends Held, Id>(
  tx: TransactionContext,
  noun: Noun<Row, Id>,
  { id, updated_at }: Save<Id>,
): Promise<Row> {
  const row = await noun.lockRow(tx, id);
  if (!row) notFound();
  if (updated_at === undefined || Date.parse(updated_at) === Date.parse(row.updated_at)) return row;
  const { changed_by, updated_at: changed_at } = await readAgain(row, () => noun.lockRow(tx, id));
  conflict(CHANGED, { changed_by, changed_at });
}

/** A row that was waited for, read anew: the statement that waited does not see what whoever was first has committed. */
export async function readAgain<Row>(row: Row, lockRow: () => Promise<Row | undefined>): Promise<Row> {
  return (await lockRow()) ?? row;
}

/** The next `updated_at` of a row: two saves within a millisecond still have two moments. */
export function nextMoment(): RawBuilder<string> {
  return sql<string>`greatest(provost_now(), updated_at + interval '1 millisecond')`;
}
