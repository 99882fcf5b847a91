/** Reads and saves the assignments of a noun: its programs, its categories. Specification: Events and giveaways. */
import { sql } from 'kysely';
import { notFound, refuseField } from '../../core/errors.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import type { DB } from '../db/types.ts';
import { requireActivePrograms } from './active-programs.ts';
import { changing, type Held, type TableNoun } from './changing.ts';

/** Rows of one kind that are assigned to rows of another. */
export type Assignments<Key extends string = string> = {
  noun: TableNoun<Held>;
  /** The table of pairs, and its two columns. */
  table: keyof DB;
  owner: string;
  target: string;
  /** Table of the targets; `called` is the word for one of them. */
  targets: 'programs' | 'gift_categories';
  called: string;
  /** Name of the list on the wire and in the audit. */
  key: Key;
};

type Assigned<Key extends string> = { [Name in Key]: number[] } & { updated_at: string };

export type Placed<Column extends string> = Assignments & { order: Column };

/** Returns the programs that show a row, and the column of its place in each, as its `noun.ts` declares them. */
export function programsOf<const Declared extends Pick<Assignments, 'table' | 'owner'> & { order?: string }>(
  noun: TableNoun<Held>,
  declared: Declared,
) {
  const programs = { target: 'program_id', targets: 'programs', called: 'program', key: 'programs' } as const;
  return { noun, ...declared, ...programs };
}

/** Returns the assignments of a row, in order of id. 404 where the caller sees no such row. */
export async function readAssigned<Key extends string>(
  context: Context,
  assignments: Assignments<Key>,
  id: number,
): Promise<Assigned<Key>> {
  const { updated_at } = (await assignments.noun.read(context, id)) ?? notFound();
  return { ...named(assignments, await assignedTo(context.db, assignments, id)), updated_at };
}

/**
 * Replaces what a row is assigned to; its own program stays among its programs, and pairs that stay keep what they say.
 * 400 for one that does not exist and for an inactive program that is new, 404 and 409 as any save.
 */
export function saveAssigned<Key extends string>(
  context: Context,
  assignments: Assignments<Key>,
  save: { id: number; updated_at?: string | undefined } & { [Name in Key]: readonly number[] },
): Promise<Assigned<Key>> {
  const { noun, table, owner, target, key } = assignments;
  return changing(context, noun, save, key, async ({ db }, row) => {
    const { id, [key]: to } = save;
    const before = await assignedTo(db, assignments, id);
    await checkTargets(db, assignments, to, before);
    const kept = target === 'program_id' && row.program_id !== null ? [...to, row.program_id] : to;
    await sql`delete from ${sql.table(table)}
      where ${sql.ref(owner)} = ${id} and ${sql.ref(target)} <> all (${kept}::integer[])`.execute(db);
    await assign(db, assignments, id, kept);
    const after = await assignedTo(db, assignments, id);
    return { before: named(assignments, before), after: named(assignments, after) };
  });
}

/** Assigns a row to these besides those that it has; `every` to all that there are, of programs the active ones. */
export async function assign(
  db: Db,
  { table, owner, target, targets }: Assignments,
  id: number,
  to: readonly number[] | 'every',
): Promise<void> {
  const every = targets === 'programs' ? sql`t.status = 1` : sql`true`;
  const wanted = to === 'every' ? every : sql`t.id = any (${to}::integer[])`;
  await sql`insert into ${sql.table(table)} (${sql.ref(owner)}, ${sql.ref(target)})
    select ${id}, t.id from ${sql.table(targets)} t where ${wanted} on conflict do nothing`.execute(db);
}

async function checkTargets(
  db: Db,
  { targets, called, key }: Assignments,
  to: readonly number[],
  kept: readonly number[],
): Promise<void> {
  if (targets === 'programs') {
    return requireActivePrograms(db, { programs: to, field: (index) => `${key}.${index}`, kept });
  }
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(targets)} where id = any (${to}::integer[])`.execute(db);
  const missing = to.findIndex((id) => !rows.some((row) => row.id === id));
  if (missing >= 0) refuseField(`${key}.${missing}`, `There is no ${called} ${to[missing]}`);
}

export async function assignedTo(
  db: Db,
  { table, owner, target }: Assignments,
  id: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(target)} as id from ${sql.table(table)} where ${sql.ref(owner)} = ${id} order by 1`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

function named<Key extends string>({ key }: Assignments<Key>, ids: number[]): { [Name in Key]: number[] } {
  return { [key]: ids } as { [Name in Key]: number[] };
}
