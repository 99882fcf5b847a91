import { type Expression, type SqlBool, sql } from 'kysely';
import { type Actor, isGlobal } from '../../../core/access.ts';
import { refuse } from '../../../core/errors.ts';
import type { Context } from '../../../server/context.ts';
import type { Arranged } from '../../../server/nouns/arranging.ts';
import { programsOf } from '../../../server/nouns/assignments.ts';
import { type Held, type RowOf, type TableNoun, tableNoun } from '../../../server/nouns/changing.ts';
import { CLASSES_NOUNS } from '../noun.ts';

/** Returns the condition that `classes c` is sold in the caller's program; its home always counts. */
export function shownTo(actor: Actor): Expression<SqlBool> {
  if (isGlobal(actor)) return sql<SqlBool>`true`;
  return sql<SqlBool>`exists (
    select from class_programs s where s.class_id = c.id and s.program_id = ${actor.program_id})`;
}

/** The name of who teaches `classes c`, with `site_users u`; also of another program, for staff of one that sells the class. Null without one. */
export const INSTRUCTOR = sql<string | null>`coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''),
  case when u.id is null and c.instructor_id is not null then instructor_beside(c.id) end)`;

export const NEW_CLASS = tableNoun({ entity: 'class', table: 'classes' });

/** A class where it is at home: a save of one that is only sold in the caller's program is a 403. */
export const CLASS = atHome(NEW_CLASS);
export type StoredClass = RowOf<typeof CLASS>;

/** A class wherever it is sold, for what concerns that program alone: nothing of the class itself is held. */
export const SOLD_CLASS: TableNoun<Held> = { ...CLASS, read: readShown, lockRow: readShown };

/** The links of a class, which hold its star and display order. */
export const CLASS_PLACES = programsOf(SOLD_CLASS, CLASSES_NOUNS.class.programs);

/** The order of a program's classes and bundles: it places those that it only sells as well. */
export const CLASS_ORDER: Arranged = {
  places: CLASS_PLACES,
  entity: 'class_order',
  table: 'classes',
  name: 'class_name',
  shared: true,
  marks: {
    bundle: sql`t.is_bundle`,
    featured: sql`o.featured`,
    inactive: sql`t.status = 0`,
    deleted: sql`t.del_flag = 1`,
  },
};

export function atHome<Row extends Held>(noun: TableNoun<Row>): TableNoun<Row> {
  return {
    ...noun,
    read: async (context, id) => (await noun.read(context, id)) ?? refuseSold(context, id),
    lockRow: async (tx, id) => (await noun.lockRow(tx, id)) ?? refuseSold(tx, id),
  };
}

/** 403 beyond the class's home, which every reader of what is its home's alone needs. */
async function refuseSold(context: Context, id: number): Promise<undefined> {
  if (await readShown(context, id)) refuse(403, 'This class belongs to another program');
}

/** Returns the link's version instead of the class's where the class is only sold: only the link can be saved there. */
async function readShown({ db, actor }: Context, id: number): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    select c.program_id, coalesce(l.updated_at, c.updated_at) as updated_at,
      admin_email(case when l.class_id is null then c.updated_by else l.updated_by end) as changed_by
    from classes c left join class_programs l on l.class_id = c.id and l.program_id = ${actor.program_id}
      and l.program_id is distinct from c.program_id
    where c.id = ${id} and ${shownTo(actor)}`.execute(db);
  return rows[0];
}
