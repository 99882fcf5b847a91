/** What the tests of this feature share: rows set as a save sets them, and the lines of a charge. */
import { sql } from 'kysely';
import {
  INSTRUCTOR,
  instructorPart,
  type LevelName,
  levelNumber,
  type RuleRow,
} from '../../features/commissions/rules.ts';
import type { Db } from '../../server/db/client.ts';

/** Replaces the rows of a group without any check but the database's own. */
export async function setRows(
  db: Db,
  level: LevelName,
  ownerId: number,
  rows: readonly RuleRow[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const group = { level: levelNumber(level), owner_id: ownerId };
    const program_id = await programOf(trx, level, ownerId);
    await trx
      .insertInto('commission_groups')
      .values({ ...group, program_id })
      .onConflict((conflict) =>
        conflict.columns(['level', 'owner_id']).doUpdateSet({ updated_at: sql`provost_now()` }),
      )
      .execute();
    await trx
      .updateTable('commission_rows')
      .set({ replaced_at: sql`provost_now()` })
      .where('level', '=', group.level)
      .where('owner_id', '=', ownerId)
      .where('replaced_at', 'is', null)
      .execute();
    if (rows.length === 0) return;
    const all: RuleRow[] = [...rows, { type: INSTRUCTOR, commission: instructorPart(rows) }];
    await trx
      .insertInto('commission_rows')
      .values(all.map((row) => ({ ...row, ...group, program_id, created_at: sql<string>`provost_now()` })))
      .execute();
  });
}

export function linesOf(db: Db, charge: number) {
  return db
    .selectFrom('charge_lines')
    .selectAll()
    .where('charge_id', '=', charge)
    .orderBy('type')
    .orderBy('row_id')
    .execute();
}

async function programOf(db: Db, level: LevelName, ownerId: number): Promise<number | null> {
  if (level === 'site') return null;
  if (level === 'program') return ownerId;
  const users = db.selectFrom('site_users as u').select('u.program_id');
  const found =
    level === 'instructor'
      ? await users.where('u.id', '=', ownerId).executeTakeFirst()
      : await users
          .innerJoin('classes as c', 'c.instructor_id', 'u.id')
          .where('c.id', '=', ownerId)
          .executeTakeFirst();
  return found?.program_id ?? null;
}
