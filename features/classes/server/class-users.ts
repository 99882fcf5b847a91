import { type RawBuilder, sql } from 'kysely';
import { type Actor, isGlobal } from '../../../core/access.ts';
import { notFound, refuse, SWITCHED } from '../../../core/errors.ts';
import type { Source } from '../../../core/sites/sources.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { matchesWordsOrId, pageOf } from '../../../server/nouns/list-query.ts';
import type { ClassUser } from '../people-contract.ts';
import { SOLD_CLASS } from './class-noun.ts';

/** Sorts by enrolment. A program that only sells the class sees its own people; 404 as any row. */
export async function pageOfClassUsers(
  context: Context,
  { id, page, name, source }: { id: number; page: number; name: string; source: '' | Source },
): Promise<{ users: ClassUser[]; count: number }> {
  const { actor, db } = context;
  if (!(await SOLD_CLASS.read(context, id))) notFound();
  const { rows: users, count } = await pageOf<ClassUser, 'id'>(
    db,
    {
      from: sql`(class_users e join (select s.id, s.first_name, s.last_name, s.email,
        lower(s.first_name || ' ' || s.last_name || ' ' || s.email) as search from (${namedTo(actor, id)}) s) u on u.id = e.user_id)`,
      id: sql`e.id`,
      columns: sql`e.id, e.user_id, u.first_name, u.last_name, u.email, e.enrol_status, e.cancel_after_refund, e.dateadded,
        e.source`,
      orders: { id: sql`e.id` },
    },
    {
      matching: [
        sql<boolean>`e.class_id = ${id}`,
        matchesWordsOrId('u.search', 'u.id', name),
        ...(source === '' ? [] : [sql<boolean>`e.source = ${source}`]),
      ],
      page,
      sort_by: 'id',
    },
  );
  return { users, count };
}

/** Enrols somebody; whoever stands there, blocked or canceled, stays so. 404 for an invisible class or person, 400 where it is not sold or they are deleted. */
export async function enrolUser(context: Context, { id, user_id }: { id: number; user_id: number }) {
  return transact(context, async (tx) => {
    const { db } = tx;
    await lock(db, peopleOf(id), 'shared');
    const class_ = (await SOLD_CLASS.lockRow(tx, id)) ?? notFound();
    await refuseInDeleted(tx, id);
    await checkPerson(tx, id, user_id);
    const made = await db
      .insertInto('class_users')
      .values({ class_id: id, user_id })
      .onConflict((conflict) => conflict.columns(['class_id', 'user_id']).doNothing())
      .returning(ENROLMENT)
      .executeTakeFirst();
    if (made) {
      const after = { class_id: id, user_id, ...made };
      await record(tx, 'create', { program_id: class_.program_id, after });
      return made;
    }
    const known = await db
      .selectFrom('class_users')
      .select(ENROLMENT)
      .where('class_id', '=', id)
      .where('user_id', '=', user_id)
      .executeTakeFirst();
    return known ?? notFound();
  });
}

/**
 * Blocks an active enrolment, or makes a blocked one active. 400 where it is canceled; 404 where the caller may not see
 * it: of a class at home elsewhere, a program's staff switch their own people alone. With `enrol_status`, as an undo names
 * it, 409 where it stands so already.
 */
export async function switchEnrolment(
  context: Context,
  { enrolment_id, enrol_status: wanted }: { enrolment_id: number; enrol_status?: 0 | 5 | undefined },
) {
  return transact(context, async (tx) => {
    const { db, actor } = tx;
    const { rows } = await sql<Enrolment>`
      select e.id, e.class_id, e.user_id, e.enrol_status, e.cancel_after_refund, c.program_id
      from class_users e join classes c on c.id = e.class_id
      where e.id = ${enrolment_id} and (${visibleTo(actor, 'c.program_id')}
        or exists (select from site_users u where u.id = e.user_id and ${visibleTo(actor, 'u.program_id')}))
      for no key update of e`.execute(db);
    const { program_id, ...before } = rows[0] ?? notFound();
    if (before.enrol_status === 5) {
      await lock(db, peopleOf(before.class_id), 'shared');
      await refuseInDeleted(tx, before.class_id);
    }
    const isSwitched = before.enrol_status === 0 || before.enrol_status === 5;
    if (!isSwitched || before.cancel_after_refund === 1) refuse(400, 'This enrolment is canceled');
    const enrol_status = before.enrol_status === 0 ? 5 : 0;
    if (wanted !== undefined && wanted !== enrol_status) refuse(409, SWITCHED);
    await db.updateTable('class_users').set({ enrol_status }).where('id', '=', enrolment_id).execute();
    const after = { ...before, enrol_status };
    await record(tx, enrol_status === 5 ? 'unenrol' : 'activate', { program_id, before, after });
    return after;
  });
}

const ENROLMENT = ['id', 'enrol_status', 'cancel_after_refund'] as const;

type Enrolment = {
  id: number;
  class_id: number;
  user_id: number;
  enrol_status: number;
  cancel_after_refund: number;
  program_id: number | null;
};

export function namedTo(actor: Actor, class_id: number): RawBuilder<unknown> {
  const known = sql`select s.id, s.first_name, s.last_name, s.email from site_users s`;
  if (isGlobal(actor)) return known;
  return sql`${known} where ${visibleTo(actor, 's.program_id')}
      and exists (select from class_users k where k.class_id = ${class_id} and k.user_id = s.id)
    union select h.id, h.first_name, h.last_name, h.email from students_at_home(${class_id}) h`;
}

/** Returns the lock's name: shared by enrolments and activations, exclusive for a deletion, so that its count is exact. */
export function peopleOf(class_id: number): string {
  return `people of class ${class_id}`;
}

async function refuseInDeleted({ db }: TransactionContext, class_id: number): Promise<void> {
  const { del_flag } = await db
    .selectFrom('classes')
    .select('del_flag')
    .where('id', '=', class_id)
    .executeTakeFirstOrThrow();
  if (del_flag === 1) refuse(400, 'This class is deleted');
}

/** Refuses other programs' people, whose names enrolling would reveal. */
async function checkPerson(
  { db, actor }: TransactionContext,
  class_id: number,
  user_id: number,
): Promise<void> {
  const { rows } = await sql<{ offered: boolean; del_status: number }>`
    select u.del_status, exists (select from class_programs l
      where l.class_id = ${class_id} and l.program_id = u.program_id) as offered
    from site_users u where u.id = ${user_id} and ${visibleTo(actor, 'u.program_id')}`.execute(db);
  const person = rows[0] ?? notFound();
  if (person.del_status !== 0) refuse(400, 'This user is deleted');
  if (!person.offered) refuse(400, 'The class is not sold in the program of this user');
}

async function record(
  tx: TransactionContext,
  action: string,
  { program_id, before, after }: { program_id: number | null; before?: object; after: { id: number } },
): Promise<void> {
  const reader = isGlobal(tx.actor) ? program_id : tx.actor.program_id;
  const entry = { entity: 'enrolment' as const, entity_id: after.id, action, program_id: reader };
  await audit(tx, { ...entry, before, after });
}
