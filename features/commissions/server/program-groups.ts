/** Programs with their commission rows. Specification: Program commission. */
import { sql } from 'kysely';
import { notFound, refuse, refuseField } from '../../../core/errors.ts';
import { type Context, transact, visibleIn, visibleTo } from '../../../server/context.ts';
import { type List, pageOf, rowsOf } from '../../../server/nouns/list-query.ts';
import type { ProgramGroup } from '../contract.ts';
import { levelNumber, PROGRAM, PROGRAM_NOT_SET } from '../rules.ts';
import { type Group, readGroups, setRow } from './groups.ts';
import { inheritedRows } from './inherited-rows.ts';
import { findOwner } from './owners.ts';
import { hasWaiting } from './recalculation/waiting-on-cards.ts';

export async function pageOfPrograms(
  context: Context,
  filter: { page: number; program_id: number; waiting: '' | '1' },
  size?: number,
): Promise<{ programs: ProgramGroup[]; count: number }> {
  const { rows, count } = await pageOf<ProgramGroupRow, 'id'>(context.db, LIST, {
    matching: [
      visibleIn(context.actor, 'p.id', filter.program_id),
      await hasWaiting(context, 'program', 'p.id', filter.waiting),
    ],
    page: filter.page,
    size,
    sort_by: 'id',
  });
  return { programs: await withGroups(context, rows), count };
}

/** One program; 404 where the caller may not see it. */
export async function readProgram(context: Context, id: number): Promise<ProgramGroup> {
  const matching = [visibleTo(context.actor, 'p.id'), sql<boolean>`p.id = ${id}`] as const;
  const rows = await rowsOf<ProgramGroupRow>(context.db, LIST, matching);
  const [program] = await withGroups(context, rows);
  return program ?? notFound();
}

/** 400 where the user is no instructor of this program, or the program has no commission to give. */
export async function referInstructor(context: Context, programId: number, userId: number): Promise<Group> {
  return transact(context, async (tx) => {
    await findOwner(tx, 'program', programId);
    const user = await tx.db
      .selectFrom('site_users as u')
      .select(['u.program_id', 'u.user_type'])
      .where('u.id', '=', userId)
      .where('u.del_status', '=', 0)
      .where(visibleTo(context.actor, 'u.program_id'))
      .executeTakeFirst();
    if (!user || user.user_type !== 'I') refuseField('referral', 'There is no such instructor');
    if (user.program_id === null) refuse(400, PROGRAM_NOT_SET);
    if (user.program_id !== programId)
      refuseField('referral', 'The instructor does not belong to this program');
    const own = await tx.db
      .selectFrom('commission_rows')
      .select('commission')
      .where('level', '=', levelNumber('program'))
      .where('owner_id', '=', programId)
      .where('type', '=', PROGRAM)
      .where('replaced_at', 'is', null)
      .executeTakeFirst();
    if (!own) refuse(400, 'This program has no program commission. Set one first');
    return setRow(tx, 'instructor', userId, { type: PROGRAM, commission: own.commission });
  });
}

type ProgramGroupRow = Pick<ProgramGroup, 'id' | 'program_id' | 'program_display_name'>;

const LIST: List<'id'> = {
  from: sql`programs p`,
  id: sql`p.id`,
  columns: sql`p.id, p.program_display_name, p.id as program_id`,
  orders: { id: sql`p.id` },
};

async function withGroups(context: Context, rows: readonly ProgramGroupRow[]): Promise<ProgramGroup[]> {
  const ids = rows.map(({ id }) => id);
  const [groupOf, inheritedOf] = await Promise.all([
    readGroups(context, 'program', ids),
    inheritedRows(context.db, 'program', ids),
  ]);
  return rows.map((row) => ({ ...row, ...groupOf(row.id), inherited: inheritedOf(row.id) }));
}
