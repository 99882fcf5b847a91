import { sql } from 'kysely';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import type { ClassChange } from '../../classes/contract.ts';
import { changeClass } from '../../classes/server/class-saves.ts';
import type { ImportRow } from '../../imports/server/import-row.ts';
import { Superseded, tried } from '../../imports/server/refused-parts.ts';
import { refusable } from './save-rows.ts';

const ROWS_PER_PART = 100;

type Done = {
  line: number;
  outcome: 'created' | 'updated';
  class_id: number;
  before: ClassChange | null;
  marked_at: string;
};

type Undone = { done: Done; at: string | null; kept: string | null };

/** False where nothing is left. In the name of who began the import, within their program: what was saved since or hangs together is kept. */
export function undoPart(context: Context, row: ImportRow): Promise<boolean> {
  return tried(() =>
    transact(context, async (tx) => {
      const open = await nextOf(tx, row);
      const undone: Undone[] = [];
      for (const done of open) undone.push(await undo(tx, done));
      await passMarksOn(tx, row, undone);
      await mark(tx, row, undone);
      await count(tx, row, undone);
      return open.length === ROWS_PER_PART;
    }),
  );
}

async function nextOf({ db }: TransactionContext, { id }: ImportRow): Promise<Done[]> {
  const { rows } = await sql<Done>`
    select line, outcome, coalesce(class_id, 0) as class_id, before, marked_at from class_import_rows
    where import_id = ${id} and not undone and outcome in ('created', 'updated')
    order by line limit ${ROWS_PER_PART}`.execute(db);
  return rows;
}

async function undo(tx: TransactionContext, done: Done): Promise<Undone> {
  const { class_id, before, marked_at } = done;
  const kept = (why: string) => ({ done, at: null, kept: why });
  const used = before === null ? await whyUsed(tx, class_id) : null;
  if (used !== null) return kept(used);
  const data = { ...(before ?? { del_flag: true }), updated_at: marked_at };
  const result = await refusable(tx, async () => ({
    outcome: 'done' as const,
    ...(await changeClass(tx, class_id, { data, force: false, typo_only: false })),
  }));
  if (result.outcome === 'done') return { done, at: result.updated_at, kept: null };
  return kept(result.isConflict ? 'edited since the import' : result.reason);
}

/** Returns the reason that a new class stays; null without one. Holds nothing, as a deleted class can be restored. */
async function whyUsed({ db }: TransactionContext, id: number): Promise<string | null> {
  const { rows } = await sql<{ is_enrolled: boolean; is_sold: boolean; is_bundled: boolean }>`
    select exists (select from class_users e where e.class_id = ${id}) as is_enrolled,
      exists (select from charges h where h.class_id = ${id}) as is_sold,
      exists (select from bundle_classes b where ${id} in (b.class_id, b.bundle_id)) as is_bundled`.execute(
    db,
  );
  const [used] = rows;
  if (used?.is_sold) return 'sold since the import';
  if (used?.is_enrolled) return 'has students';
  return used?.is_bundled ? 'part of a bundle' : null;
}

/** A class that is again what an earlier import left bears that import's mark again, so that it can be undone in turn. */
async function passMarksOn(
  { db }: TransactionContext,
  { id }: ImportRow,
  undone: readonly Undone[],
): Promise<void> {
  const restored = undone.filter(({ at, done }) => at !== null && done.outcome === 'updated');
  await sql`
    update class_import_rows earlier set marked_at = put.at
    from unnest(${restored.map(({ done }) => done.class_id)}::integer[],
      ${restored.map(({ at }) => at)}::timestamptz[]) put (class_id, at)
    join class_import_rows r on r.import_id = ${id} and r.class_id = put.class_id
    where earlier.class_id = put.class_id and earlier.import_id <> ${id} and not earlier.undone
      and earlier.marked_at = r.before_at`.execute(db);
}

async function mark({ db }: TransactionContext, { id }: ImportRow, undone: readonly Undone[]): Promise<void> {
  const marked = undone.map(({ done: { line }, kept }) => ({ line, kept }));
  await sql`update class_import_rows r set undone = true, kept = m.kept
    from jsonb_to_recordset(${JSON.stringify(marked)}::jsonb) as m (line integer, kept text)
    where r.import_id = ${id} and r.line = m.line`.execute(db);
}

async function count(
  { db }: TransactionContext,
  { id, runner }: ImportRow,
  undone: readonly Undone[],
): Promise<void> {
  const of = (outcome: Done['outcome']) =>
    undone.filter(({ done, at }) => at !== null && done.outcome === outcome).length;
  const kept = undone.filter(({ at }) => at === null).length;
  const { numAffectedRows } = await sql`
    update imports set restored = restored + ${of('updated')}, deleted = deleted + ${of('created')},
      kept = kept + ${kept}, attempts = 1
    where id = ${id} and runner = ${runner}`.execute(db);
  if (numAffectedRows === 0n) throw new Superseded();
}
