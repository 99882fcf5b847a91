import { sql } from 'kysely';
import {
  type Context,
  type TransactionContext,
  transactWithoutTenantScope,
} from '../../../server/context.ts';
import { auditPart, type Change } from '../../../server/nouns/audit.ts';
import type { ImportRow } from '../../imports/server/import-row.ts';
import { Superseded } from '../../imports/server/refused-parts.ts';
import { movedKindOf } from '../rules.ts';
import { type MadeRow, TAKE_BACK } from './take-back.ts';
import { TOLD_KINDS } from './told-kinds.ts';

const ROWS_PER_PART = 200;

/** False where nothing is left. Above the program's rows, as its staff takes away no sale: only rows the import noted are reached, and references are freed. */
export function undoPart(context: Context, row: ImportRow, audit_id: number): Promise<boolean> {
  const kind = movedKindOf(row.kind);
  return transactWithoutTenantScope(context, async (tx) => {
    const made = await nextOf(tx, row);
    const { left, changes } = await TAKE_BACK[kind](tx, row, made);
    const gone = made.filter(({ line }) => !left.has(line));
    await freeReferences(tx, row, TOLD_KINDS[kind].fact, gone);
    await mark(tx, row, made, left);
    await record(tx, row, audit_id, changes);
    await count(tx, row, gone.length, left.size);
    return made.length === ROWS_PER_PART;
  });
}

async function nextOf({ db }: TransactionContext, { id }: ImportRow): Promise<MadeRow[]> {
  const { rows } = await sql<MadeRow>`
    select r.line, coalesce(r.reference, '') as reference, coalesce(r.booked_id, 0) as booked_id from site_import_rows r
    where r.import_id = ${id} and r.outcome = 'created' and not r.undone
    order by r.line limit ${ROWS_PER_PART}`.execute(db);
  return rows;
}

async function freeReferences(
  { db }: TransactionContext,
  { program_id }: ImportRow,
  kind: string,
  gone: readonly MadeRow[],
): Promise<void> {
  await sql`delete from site_facts where program_id = ${program_id} and kind = ${kind}
    and reference = any (${gone.map(({ reference }) => reference)}::text[])`.execute(db);
}

async function mark(
  { db }: TransactionContext,
  { id }: ImportRow,
  made: readonly MadeRow[],
  left: ReadonlyMap<number, string>,
): Promise<void> {
  const marked = made.map(({ line }) => ({ line, kept: left.get(line) ?? null }));
  await sql`update site_import_rows r set undone = true, kept = m.kept
    from jsonb_to_recordset(${JSON.stringify(marked)}::jsonb) as m (line integer, kept text)
    where r.import_id = ${id} and r.line = m.line`.execute(db);
}

async function record(
  tx: TransactionContext,
  row: ImportRow,
  audit_id: number,
  changes: readonly (Change & { program_id: number })[],
): Promise<void> {
  const { id: entity_id, program_id } = row;
  await auditPart(tx, { entity: 'site_import', entity_id, action: 'undo', program_id, audit_id }, changes);
}

async function count(
  { db }: TransactionContext,
  { id, runner }: ImportRow,
  deleted: number,
  kept: number,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update imports set deleted = deleted + ${deleted}, kept = kept + ${kept}, attempts = 1
    where id = ${id} and runner = ${runner}`.execute(db);
  if (numAffectedRows === 0n) throw new Superseded();
}
