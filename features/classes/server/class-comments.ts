import { sql } from 'kysely';
import { notFound } from '../../../core/errors.ts';
import { type Context, transact, visibleTo } from '../../../server/context.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { pageOf } from '../../../server/nouns/list-query.ts';
import type { ClassComment } from '../people-contract.ts';
import { CLASS } from './class-noun.ts';

/** The newest first. 403 where the class is at home in another program, 404 as any row. */
export async function pageOfComments(
  context: Context,
  { id, page }: { id: number; page: number },
): Promise<{ comments: ClassComment[]; count: number }> {
  if (!(await CLASS.read(context, id))) notFound();
  const { rows: comments, count } = await pageOf<ClassComment, 'id'>(
    context.db,
    {
      from: sql`class_comments m`,
      id: sql`m.id`,
      columns: sql`m.id, m.message, m.created_at, nullif(btrim(u.first_name || ' ' || u.last_name), '') as user_name`,
      joins: sql`left join site_users u on u.id = m.user_id`,
      orders: { id: sql`m.id` },
    },
    { matching: [sql<boolean>`m.class_id = ${id}`], page, sort_by: 'id', sort_dest: 'desc' },
  );
  return { comments, count };
}

type Deleted = {
  class_id: number;
  user_id: number | null;
  message: string;
  created_at: string;
  program_id: number | null;
};

/** For good, but for its text in the audit. 404 where the caller sees none. */
export async function deleteComment(context: Context, id: number): Promise<{ id: number }> {
  return transact(context, async (tx) => {
    const { rows } = await sql<Deleted>`
      delete from class_comments m using classes c
      where c.id = m.class_id and m.id = ${id} and ${visibleTo(tx.actor, 'c.program_id')}
      returning m.class_id, m.user_id, m.message, m.created_at, c.program_id`.execute(tx.db);
    const { program_id, ...before } = rows[0] ?? notFound();
    await audit(tx, { entity: 'class_comment', entity_id: id, action: 'delete', program_id, before });
    return { id };
  });
}
