import { isGlobal } from '../../../core/access.ts';
import { notFound } from '../../../core/errors.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import type { LevelName } from '../rules.ts';

/** `program_id` is the program whose staff work on the group: for a class, that of its instructor. */
export type Owner = { level: LevelName; owner_id: number; program_id: number | null };

/** The owner, where the caller may see it; 404 otherwise. */
export async function findOwner(context: Context, level: LevelName, id: number): Promise<Owner> {
  const found = await find(context, level, id);
  if (!found) notFound();
  return { level, owner_id: id, program_id: found.program_id };
}

async function find({ db, actor }: Context, level: LevelName, id: number) {
  if (level === 'site') return isGlobal(actor) ? { program_id: null } : undefined;
  if (level === 'program') {
    return db
      .selectFrom('programs as p')
      .select('p.id as program_id')
      .where('p.id', '=', id)
      .where(visibleTo(actor, 'p.id'))
      .executeTakeFirst();
  }
  const instructors = db
    .selectFrom('site_users as u')
    .select('u.program_id')
    .where('u.user_type', '=', 'I')
    .where(visibleTo(actor, 'u.program_id'));
  if (level === 'instructor') {
    return instructors.where('u.id', '=', id).where('u.del_status', '=', 0).executeTakeFirst();
  }
  if (isGlobal(actor)) return ownerOfClass(db, id);
  return instructors
    .innerJoin('classes as c', 'c.instructor_id', 'u.id')
    .where('c.id', '=', id)
    .executeTakeFirst();
}

/** A class that has no instructor yet is nobody's program; its card is listed to superadmins, who may save it. */
function ownerOfClass(db: Db, id: number) {
  return db
    .selectFrom('classes as c')
    .leftJoin('site_users as u', 'u.id', 'c.instructor_id')
    .select('u.program_id')
    .where('c.id', '=', id)
    .executeTakeFirst();
}
