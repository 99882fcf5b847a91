/** Classes that a program's site sells. */
import type { Insertable } from 'kysely';
import type { Db } from '../../server/db/client.ts';
import type { Classes } from '../../server/db/types.ts';
import { makeClass, makeInstructor } from '../factories.ts';

type SoldClass = Omit<Partial<Insertable<Classes>>, 'program_id' | 'instructor_id'> & { home?: number };

/** Makes a class of an instructor at home in `home`, the program itself unless told, and sells it in the program; answers its id. */
export async function makeSoldClass(db: Db, program_id: number, values: SoldClass = {}): Promise<number> {
  const { home = program_id, ...columns } = values;
  const instructor = await makeInstructor(db, { program_id: home });
  const { id } = await makeClass(db, { ...columns, instructor_id: instructor.id, program_id: home });
  await db
    .insertInto('class_programs')
    .values({ class_id: id, program_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
}
