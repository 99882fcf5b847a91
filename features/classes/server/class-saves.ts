import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { toMinor } from '../../../core/money.ts';
import { must } from '../../../core/must.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import { updating } from '../../../server/nouns/changing.ts';
import { columnsOf } from '../../../server/nouns/field-columns.ts';
import { homeProgram } from '../../../server/nouns/program-assignments.ts';
import { keepTranslationsCurrent } from '../../../server/nouns/translations.ts';
import { claimUpload } from '../../uploads/server/uploads.ts';
import { CLASS_CHANGE_FIELDS } from '../class-schemas.ts';
import type { ClassChange, ClassDetail } from '../contract.ts';
import { CLASS_TEXTS } from '../translations/server/class-texts.ts';
import type { AccessType } from '../visibility.ts';
import { categoriesAfter } from './class-categories.ts';
import { CLASS, type StoredClass } from './class-noun.ts';
import { peopleOf } from './class-users.ts';
import { readClass } from './classes.ts';

type Change = { data: ClassChange; force: boolean; typo_only: boolean };

export async function updateClass(context: Context, id: number, change: Change): Promise<ClassDetail> {
  return transact(context, async (tx) => {
    await changeClass(tx, id, change);
    return readClass(tx, id);
  });
}

/**
 * Changes what the data names; a price that changes concerns later sales, and with `typo_only` the translations stay up
 * to date. Answers when. 403 where the class is at home elsewhere or would move there, 400 at its field, also to delete a
 * class whose students have sessions to come, but with `force`.
 */
export async function changeClass(
  tx: TransactionContext,
  id: number,
  { data, force, typo_only }: Change,
): Promise<{ updated_at: string }> {
  const save = { id, updated_at: data.updated_at };
  return updating(tx, CLASS, save, async (_, before) => {
    const deletes = data.del_flag === true && before.del_flag === 0;
    if (deletes) await lock(tx.db, peopleOf(id));
    if (deletes && !force) await refuseSessionsToCome(tx, id);
    const columns = columnsOf(CLASS_CHANGE_FIELDS, data, {
      ...before,
      access_type: before.access_type as AccessType,
    });
    if (typo_only) await keepTranslationsCurrent(tx, CLASS_TEXTS, id, before, columns);
    return {
      ...columns,
      ...(await categoriesAfter(tx, data, before)),
      class_price: priceAfter(data, before),
      class_image_id: await imageAfter(tx, data, before),
      program_id: await homeProgram(tx, data.program_id, 'class_data.program_id', before),
    };
  });
}

async function refuseSessionsToCome({ db }: TransactionContext, id: number): Promise<void> {
  const { rows } = await sql<{ sessions: number; students: number }>`
    select count(*) as sessions, (select count(*) from class_users e
      where e.class_id = ${id} and e.enrol_status = 0 and e.cancel_after_refund = 0) as students
    from class_sessions s where s.class_id = ${id} and s.cancelled = 0 and s.start_at > now()`.execute(db);
  const { sessions, students } = must(rows[0], 'count of sessions');
  if (sessions === 0 || students === 0) return;
  const [people, meetings] = [countOf(students, 'enrolled student'), countOf(sessions, 'session')];
  refuseField('class_data.del_flag', `${people} with ${meetings} still to come`);
}

function priceAfter({ class_price }: ClassChange, before: StoredClass): number {
  if (class_price === undefined) return before.class_price;
  const minor = toMinor(String(class_price), before.currency);
  return minor ?? refuseField('class_data.class_price', `Enter an amount in ${before.currency}`);
}

async function imageAfter(tx: TransactionContext, { class_image_id }: ClassChange, before: StoredClass) {
  if (class_image_id === undefined) return before.class_image_id;
  if (!class_image_id) return null;
  const claim = { id: class_image_id, types: ['class-image'] as const, field: 'class_data.class_image_id' };
  await claimUpload(tx, { ...claim, current: before.class_image_id });
  return class_image_id;
}

function countOf(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
