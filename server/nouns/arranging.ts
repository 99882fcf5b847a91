/** Reads and saves the order of a noun's rows in a program as a whole. Specification: Display order. */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, isGlobal } from '../../core/access.ts';
import { CHANGED_ORDER, type Conflict, conflict, refuse, refuseField } from '../../core/errors.ts';
import { must } from '../../core/must.ts';
import { numbered } from '../../core/nouns/arrangement.ts';
import type { ArrangedRow, Order, RowMark } from '../../core/nouns/order-routes.ts';
import { PAGE_SIZE } from '../../core/paging.ts';
import type { AuditEntity } from '../../features/nouns.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../context.ts';
import { lock } from '../db/client.ts';
import type { DB } from '../db/types.ts';
import type { Placed } from './assignments.ts';
import { audit } from './audit.ts';
import { inPlace, matchesWordsOrId } from './list-query.ts';
import { refuseProgram } from './program-assignments.ts';

/** A noun whose rows are arranged: `t` is a row of its table and `o` its assignment to the program. */
export type Arranged = {
  places: Placed<string>;
  /** Name of the order in the audit; its id is the program's. */
  entity: AuditEntity;
  table: keyof DB;
  name: string;
  /** The column of the row that it is below, in a tree. */
  parent?: RawBuilder<unknown>;
  /** True where a program also places rows of other owners. */
  shared?: boolean;
  marks: Partial<Record<RowMark, RawBuilder<unknown>>>;
  /** Rows that are given no place anew; one that has a place keeps it. */
  archived?: RawBuilder<unknown>;
};

/** The rows of a program, or those below one of its rows; `parent_id` 0: those at the top. */
type Level = { program_id: number; parent_id?: number | undefined };

/** Returns the rows that have a place. 403 beyond a bound admin's program, 400 where there is no such program. */
export async function readOrder(context: Context, arranged: Arranged, level: Level): Promise<Order> {
  await requireProgram(context, level);
  return orderOf(context, arranged, level);
}

/** Returns a page of those that have none and are not deleted, names that begin with the text first; refuses as {@link readOrder}. */
export async function pageOfUnplaced(
  context: Context,
  arranged: Arranged,
  { name, page, ...level }: Level & { name: string; page: number },
): Promise<{ rows: ArrangedRow[]; count: number }> {
  await requireProgram(context, level);
  const matching = sql`${unplaced(arranged, context.actor)} and ${matchesWordsOrId('t.name_search', 't.id', name)}`;
  const first = sql`starts_with(t.name_search, ${name.trim().toLowerCase()}) desc`;
  const part = sql`order by ${first}, t.id limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`;
  return {
    rows: await rowsOf(context, arranged, level, matching, part),
    count: await countOf(context, arranged, level, matching),
  };
}

/**
 * Arranges the rows: those of `ids` in this order, from place 1, and without a place all others that the caller may move.
 * An order that stands already is saved again without a trace. 400 at its id for a row that is named twice, is not of the
 * program or may not be moved, 409 where the order is not that of the fingerprint; the rest as {@link readOrder}.
 */
export function saveOrder(
  context: Context,
  arranged: Arranged,
  save: Level & { ids: readonly number[]; fingerprint?: string | undefined },
): Promise<Order> {
  const { ids, fingerprint, ...level } = save;
  return transact(context, async (tx) => {
    await requireProgram(tx, level);
    const before = await lockRows(tx, arranged, save);
    checkIds(ids, before);
    const fixed = before.filter(({ movable }) => !movable);
    const places = numbered(
      ids,
      fixed.map(({ place }) => place),
    );
    const changed = before.filter(({ id, place, movable }) => movable && place !== (places.get(id) ?? 0));
    if (changed.length === 0) return orderOf(tx, arranged, level);
    const placed = before.filter(({ place }) => place > 0);
    if (fingerprint !== undefined && fingerprint !== fingerprintOf(placed)) {
      await refuseConflict(tx, arranged, level);
    }
    await writePlaces(tx, arranged, level.program_id, changed, places);
    await audit(tx, {
      entity: arranged.entity,
      entity_id: level.program_id,
      action: 'update',
      program_id: level.program_id,
      before: recordOf(arranged, level, placed),
      after: recordOf(arranged, level, moved(before, places)),
    });
    return orderOf(tx, arranged, level);
  });
}

async function orderOf(context: Context, arranged: Arranged, level: Level): Promise<Order> {
  const { places } = arranged;
  const order = inPlace(`o.${places.order}`);
  const placed = sql`o.${sql.ref(places.order)} > 0`;
  const rows = await rowsOf(context, arranged, level, placed, sql`order by ${order}, t.id`);
  const left = await countOf(context, arranged, level, unplaced(arranged, context.actor));
  return { rows, unplaced: left, fingerprint: fingerprintOf(rows) };
}

/** The rows that have a place or shall have one, held in one order for all; only one arranges those of a program at a time. */
async function lockRows(
  tx: TransactionContext,
  arranged: Arranged,
  { ids, ...level }: Level & { ids: readonly number[] },
): Promise<ArrangedRow[]> {
  const { table, owner, order } = arranged.places;
  await lock(tx.db, `order of ${table} in ${level.program_id}`);
  const concerned = sql`(o.${sql.ref(order)} > 0 or o.${sql.ref(owner)} = any (${ids}::integer[]))`;
  await sql`select from ${sql.table(table)} o where o.program_id = ${level.program_id} and ${concerned}
    order by o.${sql.ref(owner)} for no key update`.execute(tx.db);
  return rowsOf(tx, arranged, level, concerned, sql`order by ${inPlace(`o.${order}`)}, t.id`);
}

async function writePlaces(
  { db }: TransactionContext,
  { places: { table, owner, order } }: Arranged,
  program_id: number,
  changed: readonly ArrangedRow[],
  places: ReadonlyMap<number, number>,
): Promise<void> {
  const ids = changed.map(({ id }) => id);
  const wanted = ids.map((id) => places.get(id) ?? 0);
  await sql`update ${sql.table(table)} o set ${sql.ref(order)} = w.place
    from unnest(${ids}::integer[], ${wanted}::integer[]) w (id, place)
    where o.${sql.ref(owner)} = w.id and o.program_id = ${program_id}`.execute(db);
}

async function rowsOf(
  { db, actor }: Context,
  arranged: Arranged,
  level: Level,
  matching: RawBuilder<unknown>,
  part: RawBuilder<unknown>,
): Promise<ArrangedRow[]> {
  const { places, name, shared = false, marks } = arranged;
  // A row of the global site has no program to compare.
  const movable = shared ? sql`true` : sql`${visibleTo(actor, 't.program_id')} is true`;
  const said = Object.entries(marks).map(([mark, is]) => sql`case when ${is} then ${sql.lit(mark)} end`);
  const { rows } = await sql<ArrangedRow>`
    select t.id, t.${sql.ref(name)} as name, o.${sql.ref(places.order)} as place, ${movable} as movable,
      array_remove(array[${sql.join(said)}]::text[], null) as marks
    from ${fromLevel(arranged, level)} and ${matching} ${part}`.execute(db);
  return rows;
}

async function countOf(
  { db }: Context,
  arranged: Arranged,
  level: Level,
  matching: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${fromLevel(arranged, level)} and ${matching}`.execute(db);
  return must(rows[0], 'count').count;
}

/** A row whose parent the program does not show stands at the top, as in its list. */
function fromLevel(arranged: Arranged, { program_id, parent_id = 0 }: Level) {
  const { places, table, parent = sql`null::integer` } = arranged;
  const { table: pairs, owner } = places;
  const below = sql`exists (select from ${sql.table(pairs)} p
    where p.${sql.ref(owner)} = ${parent} and p.program_id = ${program_id})`;
  const atLevel = parent_id === 0 ? sql`not ${below}` : sql`${parent} = ${parent_id} and ${below}`;
  return sql`${sql.table(pairs)} o join ${sql.table(table)} t on t.id = o.${sql.ref(owner)}
    where o.program_id = ${program_id} and ${atLevel}`;
}

function unplaced(
  { places, shared = false, marks, archived = sql`false` }: Arranged,
  actor: Actor,
): RawBuilder<unknown> {
  const movable = shared ? sql`true` : visibleTo(actor, 't.program_id');
  const deleted = marks.deleted ?? sql`false`;
  return sql`o.${sql.ref(places.order)} = 0 and ${movable} and not ${deleted} and not (${archived})`;
}

function checkIds(ids: readonly number[], rows: readonly ArrangedRow[]): void {
  const known = new Map(rows.map((row) => [row.id, row]));
  const seen = new Set<number>();
  for (const [index, id] of ids.entries()) {
    const row = known.get(id);
    if (!row) refuseField(`ids.${index}`, `#${id} is not assigned to this program`);
    if (!row.movable) refuseField(`ids.${index}`, `#${id} belongs to another program and keeps its place`);
    if (seen.has(id)) refuseField(`ids.${index}`, `#${id} is listed twice`);
    seen.add(id);
  }
}

function moved(before: readonly ArrangedRow[], places: ReadonlyMap<number, number>): ArrangedRow[] {
  return before
    .map((row) => (row.movable ? { ...row, place: places.get(row.id) ?? 0 } : row))
    .filter(({ place }) => place > 0)
    .toSorted((a, b) => a.place - b.place || a.id - b.id);
}

function recordOf({ parent }: Arranged, { parent_id = 0 }: Level, rows: readonly ArrangedRow[]) {
  const places = rows.map(({ id, place }) => ({ id, place }));
  return { ...(parent && { parent_id: parent_id || null }), places };
}

function fingerprintOf(rows: readonly ArrangedRow[]): string {
  const text = rows.map(({ id, place }) => `${id}:${place}`).join(' ');
  return createHash('sha256').update(text).digest('base64url');
}

/** Entries of a program that are searched for whoever changed its order last. */
const ENTRIES_SEARCHED = 2_000;

/** Names whoever changed the order last, where the audit of the program knows. */
async function refuseConflict({ db }: TransactionContext, arranged: Arranged, { program_id }: Level) {
  const { rows } = await sql<Conflict>`
    select admin_email(e.admin_id) as changed_by, e.at as changed_at
    from (select admin_id, at, entity, action, id from audit_entries
      where program_id = ${program_id} order by id desc limit ${ENTRIES_SEARCHED}) e
    where e.entity = ${arranged.entity}
      or (e.entity = ${arranged.places.noun.entity} and e.action in ('display-order', 'programs'))
    order by e.id desc limit 1`.execute(db);
  const [last] = rows;
  if (last) conflict(CHANGED_ORDER, last);
  refuse(409, `Another admin has ${CHANGED_ORDER}`);
}

async function requireProgram(context: Context, { program_id }: Level): Promise<void> {
  refuseProgram(context, program_id);
  if (!isGlobal(context.actor)) return;
  const known = await context.db
    .selectFrom('programs')
    .select('id')
    .where('id', '=', program_id)
    .executeTakeFirst();
  if (!known) refuseField('program_id', `There is no program ${program_id}`);
}
