/** Attendances, and who taught it, for tests. */
import { sql } from 'kysely';
import type { AttendanceType } from '../../features/payouts/membership/rules.ts';
import type { Db } from '../../server/db/client.ts';
import { makeClass, makeInstructor } from '../factories.ts';
import { giveMethod } from '../models/paying.ts';

/** An instructor who can be paid, with a class. */
export async function makeTeacher(
  db: Db,
  values: Parameters<typeof makeInstructor>[1] = {},
): Promise<{ id: number; class_id: number }> {
  const { id } = await makeInstructor(db, values);
  await giveMethod(db, id);
  const { id: class_id } = await makeClass(db, { instructor_id: id, program_id: values.program_id ?? null });
  return { id, class_id };
}

/** A class that nobody teaches: what is attended of it is the site's. */
export async function makeSiteClass(db: Db): Promise<number> {
  const { id: instructor_id } = await makeInstructor(db);
  const { id } = await makeClass(db, { instructor_id });
  await db.updateTable('classes').set({ instructor_id: null }).where('id', '=', id).execute();
  return id;
}

/** Each at a moment of its own, a second apart from the first moment of `day` on. */
export async function makeAttendances(
  db: Db,
  day: string,
  attended: readonly { class_id: number; user_id: number; type?: AttendanceType }[],
): Promise<void> {
  await sql`
    insert into attendances (class_id, user_id, type, attended_at)
    select class_id, user_id, coalesce(type, 'live'), ${`${day}T00:00:00Z`}::timestamptz + place * interval '1 second'
    from rows from (json_to_recordset(${JSON.stringify(attended)}::json) as (class_id integer, user_id integer, type text))
      with ordinality a (class_id, user_id, type, place)`.execute(db);
}
