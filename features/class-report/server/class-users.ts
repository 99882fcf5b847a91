/** The users of a class as they are exported. Specification: Classes and bundles. */
import { sql } from 'kysely';
import { type Actor, isGlobal } from '../../../core/access.ts';
import { notFound } from '../../../core/errors.ts';
import type { Context } from '../../../server/context.ts';
import { exportOf, moment, number, text } from '../../exports/server/kinds.ts';

/**
 * Everybody who was ever enrolled. A bound admin reads all of a class at home, whichever program its students are of, and
 * the own people of a class that is only sold there.
 */
export const classUsers = exportOf<{ id: number }>({
  name: 'class-users',
  saved_as: 'class-users',
  access: { area: 'catalogue' },
  columns: [
    ['ID', number(sql`e.id`)],
    ['User ID', number(sql`e.user_id`)],
    ['First name', text(sql`u.first_name`)],
    ['Last name', text(sql`u.last_name`)],
    ['Email', text(sql`u.email`)],
    ['Enrol status', number(sql`e.enrol_status`)],
    ['Cancel after refund', number(sql`e.cancel_after_refund`)],
    ['Date added', moment(sql`e.dateadded`)],
  ],
  rows: (actor, { id }) => ({
    from: sql`class_users e join (${peopleOf(actor, id)}) u on u.id = e.user_id`,
    where: sql`e.class_id = ${id}`,
    order: sql`e.id`,
  }),
});

/** 404 for a class that is neither at home nor sold in the caller's program. Answers whether it is at home there. */
export async function findClass({ db, actor }: Context, id: number): Promise<{ at_home: boolean }> {
  const found = await db
    .selectFrom('classes as c')
    .select('c.program_id')
    .where('c.id', '=', id)
    .$if(!isGlobal(actor), (query) =>
      query.where(
        sql<boolean>`exists (select from class_programs p where p.class_id = c.id and p.program_id = ${actor.program_id})`,
      ),
    )
    .executeTakeFirst();
  if (!found) notFound();
  return { at_home: isGlobal(actor) || found.program_id === actor.program_id };
}

/** Whom the actor may read by name among those who take a class. */
export function peopleOf(actor: Actor, classId: number) {
  const own = sql`select s.id, s.first_name, s.last_name, s.email from site_users s`;
  if (isGlobal(actor)) return own;
  return sql`${own} where s.program_id = ${actor.program_id}
    union select h.id, h.first_name, h.last_name, h.email from students_at_home(${classId}) h`;
}
