import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { toMinor } from '../../../core/money.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { requireActivePrograms } from '../../../server/nouns/active-programs.ts';
import { creating } from '../../../server/nouns/creating.ts';
import { columnsOf } from '../../../server/nouns/field-columns.ts';
import { homeOfNew, refuseForAllPrograms } from '../../../server/nouns/program-assignments.ts';
import { claimUpload } from '../../uploads/server/uploads.ts';
import { CLASS_FIELDS } from '../class-schemas.ts';
import type { ClassDetail, NewClass } from '../contract.ts';
import { categoriesAfter } from './class-categories.ts';
import { saveClassPrograms } from './class-links.ts';
import { NEW_CLASS } from './class-noun.ts';
import { readClass } from './classes.ts';

export async function createClass(context: Context, data: NewClass): Promise<ClassDetail> {
  return transact(context, async (tx) => readClass(tx, await makeClass(tx, data)));
}

/**
 * Makes a class or an empty bundle, and answers its id; `class_price` is in major units. It is sold in its own program, in
 * those that sell every class of its instructor, and in `programs`, which are a superadmin's to name (403). 400 at the
 * field for an inactive program, somebody who does not teach, an amount that the currency does not have, or a category of
 * elsewhere.
 */
export async function makeClass(tx: TransactionContext, data: NewClass): Promise<number> {
  const { programs } = data;
  if (programs.length > 0) refuseForAllPrograms(tx);
  await requireActivePrograms(tx.db, { programs, field: (at) => `class_data.programs.${at}` });
  const values = await valuesOf(tx, data);
  const { id } = await creating(tx, NEW_CLASS, values, async (_, row) => ({
    after: { ...values, class_programs: await linkInstructorPrograms(tx, row.id) },
  }));
  if (programs.length > 0) await sellIn(tx, id, programs);
  return id;
}

async function valuesOf(tx: TransactionContext, data: NewClass) {
  const { is_bundle, instructor_id } = data;
  const program_id = await homeOfNew(tx, data.program_id, 'class_data.program_id');
  if (instructor_id !== null) await checkInstructor(tx, instructor_id);
  const currency = data.currency ?? (await currencyOf(tx, program_id));
  const class_price = toMinor(String(data.class_price ?? 0), currency);
  if (class_price === null) refuseField('class_data.class_price', `This is no amount of ${currency}`);
  const unplaced = { id: 0, category: null, sub_category: null, program_id };
  const categories = await categoriesAfter(tx, { ...data, program_id: program_id ?? 0 }, unplaced);
  return {
    ...columnsOf(CLASS_FIELDS, data, null),
    is_bundle,
    instructor_id,
    program_id,
    class_price,
    currency,
    ...categories,
    class_image_id: await imageOf(tx, data.class_image_id),
  };
}

/** Holds the instructor, so that nobody is deleted or becomes a student while a class is made for them. */
async function checkInstructor({ db, actor }: TransactionContext, instructor_id: number): Promise<void> {
  const found = await db
    .selectFrom('site_users')
    .select('id')
    .where('id', '=', instructor_id)
    .where('user_type', 'in', ['I', 'O'])
    .where('del_status', '=', 0)
    .where(visibleTo(actor, 'program_id'))
    .forKeyShare()
    .executeTakeFirst();
  if (!found) refuseField('class_data.instructor_id', `There is no instructor ${instructor_id}`);
}

async function currencyOf({ db }: TransactionContext, program_id: number | null): Promise<string> {
  if (program_id === null) return 'USD';
  const { default_currency } = await db
    .selectFrom('programs')
    .select('default_currency')
    .where('id', '=', program_id)
    .executeTakeFirstOrThrow();
  return default_currency;
}

async function imageOf(tx: TransactionContext, class_image_id: number | null | undefined) {
  if (!class_image_id) return null;
  await claimUpload(tx, {
    id: class_image_id,
    types: ['class-image'],
    field: 'class_data.class_image_id',
  });
  return class_image_id;
}

/** Sells a new class wherever each class of its instructor is sold, and answers these programs. */
async function linkInstructorPrograms({ db }: TransactionContext, id: number): Promise<number[]> {
  const { rows } = await sql<{ program_id: number }>`
    select program_id from link_instructor_programs(${id}) as l (program_id)`.execute(db);
  return rows.map(({ program_id }) => program_id);
}

async function sellIn(tx: TransactionContext, id: number, programs: readonly number[]): Promise<void> {
  const linked = await tx.db
    .selectFrom('class_programs')
    .select('program_id')
    .where('class_id', '=', id)
    .execute();
  const known = linked.map(({ program_id }) => program_id);
  const added = [...new Set(programs)].filter((program_id) => !known.includes(program_id));
  await saveClassPrograms(tx, { id, programs: [...known, ...added].map((program_id) => ({ program_id })) });
}
