/** Rows of a file saved as the forms save a class, each alone: preview and run do the same. Specification: Classes and bundles. */
import { sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import { must } from '../../../core/must.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { inSavepoint } from '../../../server/db/savepoint.ts';
import type { CsvRow } from '../../../server/files/csv-rows.ts';
import { databaseRefusal } from '../../../server/http/database-refusals.ts';
import { lockRow } from '../../../server/nouns/changing.ts';
import { CLASS, type StoredClass } from '../../classes/server/class-noun.ts';
import { changeClass } from '../../classes/server/class-saves.ts';
import { makeClass } from '../../classes/server/new-class.ts';
import type { ImportRow } from '../../imports/server/import-row.ts';
import { FIELDS, type Field, type Mapping } from '../rules.ts';
import { type Changes, differencesOf, inWords, type SavedClass } from './differences.ts';
import { instructorsOf, knownClasses } from './names-here.ts';
import { type Cells, classIdOf, readRow, WrongCell, wrong } from './read-row.ts';
import { type Found, newClassOf, type Reading, saidOf } from './say-class.ts';

type Saved =
  | { outcome: 'created'; class_id: number; marked_at: string }
  | {
      outcome: 'updated';
      class_id: number;
      class_name: string;
      before: Partial<SavedClass>;
      before_at: string;
      marked_at: string;
      changes: Changes;
    }
  | { outcome: 'unchanged'; class_id: number; class_name: string };

type Rejected = { outcome: 'rejected'; column: string | null; reason: string };

export type RowOutcome = { line: number; cells: Cells } & (Saved | Rejected);

/** Saves rows in order; `seen` has classes of earlier rows. What is refused is rejected with the header of its column; other errors are thrown on. */
export async function saveRows(
  tx: TransactionContext,
  file: Pick<ImportRow, 'headers' | 'mapping'>,
  reading: Reading,
  rows: readonly CsvRow[],
  seen: ReadonlySet<number>,
): Promise<RowOutcome[]> {
  const read = rows.map((row) => readRow(row, file));
  const found = {
    instructors: await instructorsOf(
      tx,
      read.flatMap(({ cells }) => cells.instructor_id ?? []),
    ),
    known: await knownClasses(
      tx,
      read.flatMap(({ cells: { id } }) => (id !== undefined && /^[1-9]\d{0,8}$/.test(id) ? Number(id) : [])),
    ),
  };
  const met = new Set(seen);
  const outcomes: RowOutcome[] = [];
  for (const { line, cells, wrong: unread } of read) {
    const saved = await refusable(tx, async () => {
      if (unread) throw unread;
      return saveRow(tx, reading, cells, found, met);
    });
    if (saved.outcome === 'rejected') {
      const { field, reason } = saved;
      outcomes.push({ line, cells, outcome: 'rejected', column: columnOf(file.mapping, field), reason });
    } else {
      met.add(saved.class_id);
      outcomes.push({ line, cells, ...saved });
    }
  }
  return outcomes;
}

async function saveRow(
  tx: TransactionContext,
  reading: Reading,
  cells: Cells,
  found: Found,
  met: ReadonlySet<number>,
): Promise<Saved> {
  const id = classIdOf(cells);
  if (id === null) {
    const class_id = await makeClass(tx, newClassOf(tx, reading, cells, found));
    return { outcome: 'created', class_id, marked_at: await markOf(tx, class_id) };
  }
  if (met.has(id)) wrong('id', 'is already in this file');
  const stored = await storedClass(tx, id);
  const said = saidOf(tx, reading, cells, { stored, known: found.known.get(id) }, found.instructors);
  const { before, after } = differencesOf(stored, said);
  const { class_name, updated_at: before_at } = stored;
  const unchanged = { outcome: 'unchanged', class_id: id, class_name } as const;
  if (Object.keys(after).length === 0) return unchanged;
  const { updated_at: marked_at } = await changeClass(tx, id, {
    data: { ...after, updated_at: before_at },
    force: false,
    typo_only: false,
  });
  if (marked_at === before_at) return unchanged;
  const changes = inWords(before, after, reading);
  return { outcome: 'updated', class_id: id, class_name, before, before_at, marked_at, changes };
}

/** Holds the class; one that the caller does not see is no class, and one of another program says so. */
async function storedClass(tx: TransactionContext, id: number): Promise<StoredClass> {
  try {
    return await lockRow(tx, CLASS, { id });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return wrong('id', error.status === 404 ? `There is no class ${id}` : error.message);
  }
}

async function markOf({ db }: TransactionContext, id: number): Promise<string> {
  const { rows } = await sql<{ updated_at: string }>`
    select updated_at from classes where id = ${id}`.execute(db);
  return must(rows[0], 'class').updated_at;
}

/** `isConflict`: it was saved since. */
type Refused = { outcome: 'rejected'; field: Field | null; reason: string; isConflict: boolean };

export function refusable<Result>(
  tx: TransactionContext,
  work: () => Promise<Result>,
): Promise<Result | Refused> {
  return inSavepoint(tx.db, work, refusedBy);
}

/** A deadlock is for the whole part to try again. */
function refusedBy(error: unknown): Refused | null {
  const outcome = 'rejected';
  if (error instanceof WrongCell)
    return { outcome, field: error.field, reason: error.message, isConflict: false };
  if (error instanceof Refusal) {
    const [first] = error.details.errors ?? [];
    const isConflict = error.details.conflict !== undefined;
    return { outcome, field: fieldOf(first?.path), reason: first?.message ?? error.message, isConflict };
  }
  const { code } = (error ?? {}) as { code?: string };
  const known = code === '40P01' || code === '40001' ? null : databaseRefusal(error);
  return known && { outcome, field: null, reason: known.message, isConflict: false };
}

function fieldOf(path = ''): Field | null {
  const [, name = ''] = path.split('.');
  return Object.hasOwn(FIELDS, name) ? (name as Field) : null;
}

/** Returns the header of a field's column; where the file has none, the field's title. */
function columnOf(mapping: ImportRow['mapping'], field: Field | null): string | null {
  if (field === null) return null;
  const [header] = Object.entries(mapping as Mapping).find(([, known]) => known === field) ?? [];
  return header ?? FIELDS[field].title;
}
