import { sql } from 'kysely';
import type { NounDeclaration } from '../../../core/noun.ts';
import { copyName } from '../../../core/nouns/copy-name.ts';
import { type Context, type TransactionContext, transact } from '../../context.ts';
import type { DB } from '../../db/types.ts';
import type { Assignments } from '../assignments.ts';
import { type Held, lockRow, type TableNoun } from '../changing.ts';
import { type Creatable, creating } from '../creating.ts';
import { assignHome, homeProgram } from '../program-assignments.ts';
import { englishHash } from '../translations.ts';

type Copy = { id: number; of: number };

/** Columns that are the copy's own, and what else hangs on the original. */
type More = { columns?: object; hang?: (copy: Copy) => Promise<unknown> };

export type Duplicable<Row extends Held = never, Table extends keyof DB = never> = {
  noun: TableNoun<Row> & Creatable<Table, { id: number; program_id: number | null; updated_at: string }>;
  declared: Pick<NounDeclaration, 'languages'> & { name: string };
  /** Columns that a copy has from its original, besides its name and its program. */
  columns: readonly (keyof Row & string)[];
  programs?: Assignments;
  more?: (tx: TransactionContext, row: Row, program_id: number | null) => Promise<More> | More;
};

/**
 * Makes an inactive copy in the caller's name, in the same program, with the texts in all languages; a superadmin's copy
 * is shown by the programs of the original too. 404 where the caller sees no such row, 400 in an inactive program.
 */
export function duplicateRow<Row extends Held, Table extends keyof DB>(
  context: Context,
  duplicable: Duplicable<Row, Table>,
  id: number,
): Promise<{ id: number }> {
  const { noun, declared, columns, programs, more } = duplicable;
  return transact(context, async (tx) => {
    const row = await lockRow(tx, noun, { id });
    const program_id = await homeProgram(tx, row.program_id ?? 0, 'id');
    const english = String(row[declared.name as keyof Row]);
    const kept = Object.fromEntries(columns.map((name) => [name, row[name]]));
    const values = { ...kept, [declared.name]: copyName(english), program_id, active: 0 };
    const after = { ...values, copied_from: id };
    const { columns: own, hang } = (await more?.(tx, row, program_id)) ?? {};
    const made = await creating(tx, noun, { ...values, ...own } as never, () => ({ after }));
    const copy = { id: made.id, of: id };
    if (declared.languages) await copyTexts(tx, declared.languages, declared.name, english, copy);
    if (programs) await copyPrograms(tx, programs, program_id, copy);
    await hang?.(copy);
    return { id: made.id };
  });
}

/** A translation of the name that was made from the original's stays up to date: no more than "(copy)" has been added. */
async function copyTexts(
  { db }: TransactionContext,
  { table, owner, fields }: NonNullable<NounDeclaration['languages']>,
  name: string,
  english: string,
  { id, of }: Copy,
): Promise<void> {
  const texts = sql.join(fields.map((field) => sql.ref(field)));
  const named = fields.includes(name) ? name : '';
  await sql`insert into ${sql.table(table)} (${sql.ref(owner)}, language_slug, ${texts}, made_from)
    select ${id}, language_slug, ${texts}, case when made_from ->> ${named} = ${englishHash(english)}
      then made_from || jsonb_build_object(${named}::text, ${englishHash(copyName(english))}::text)
      else made_from end
    from ${sql.table(table)} where ${sql.ref(owner)} = ${of}`.execute(db);
}

async function copyPrograms(
  tx: TransactionContext,
  programs: Assignments,
  program_id: number | null,
  { id, of }: Copy,
): Promise<void> {
  await assignHome(tx, programs, { id, program_id });
  if (tx.actor.role !== 'superadmin') return;
  const { table, owner } = programs;
  await sql`insert into ${sql.table(table)} (${sql.ref(owner)}, program_id)
    select ${id}, a.program_id from ${sql.table(table)} a join programs p on p.id = a.program_id and p.status = 1
    where a.${sql.ref(owner)} = ${of} on conflict do nothing`.execute(tx.db);
}
