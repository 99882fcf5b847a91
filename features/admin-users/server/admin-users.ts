/** Admin users. Specification: Admin users; Roles and programs. */
import { sql } from 'kysely';
import { isGlobal, type Permission } from '../../../core/access.ts';
import { notFound, refuse, refuseField } from '../../../core/errors.ts';
import { audit } from '../../../server/audit.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import { type Db, lock, type Trx, transact } from '../../../server/db/client.ts';
import { type List, pageOf } from '../../../server/list-query.ts';
import { refuseEndedSession, refuseFormerActor } from '../../../server/session.ts';
import { checkPasswordLength, hashPassword } from '../../auth/server/passwords.ts';
import { lockOut } from '../../auth/server/sessions.ts';
import { ADMIN_USERS_PAGE_SIZE, type AdminUser, type AdminUserInput } from '../contract.ts';
import { namedPermissions } from '../rules.ts';
import { checkNotLastSuperadmin, checkOver, checkWish } from './admin-user-rules.ts';

/** A page of admins that the caller may see, by id. */
export async function pageOfAdminUsers({ db, actor }: Context, page: number) {
  const { rows, count } = await pageOf<Row, 'id'>(db, LIST, {
    matching: [visibleTo(actor, 'a.program_id'), sql<boolean>`a.deleted_at is null`],
    page,
    size: ADMIN_USERS_PAGE_SIZE,
    sort_by: 'id',
  });
  return { users: rows.map(present), count };
}

/** An admin that the caller may see; 404 where there is none. */
export async function readAdminUser({ db, actor }: Context, id: number): Promise<AdminUser> {
  const row = await select(db)
    .where('a.id', '=', id)
    .where(visibleTo(actor, 'a.program_id'))
    .executeTakeFirst();
  return row ? present(row) : notFound();
}

/**
 * Creates an admin. 403 for what the caller may not give, 400 for a missing password or an e-mail that is taken, 401
 * where the caller lost its rights while the password waited for its hash.
 */
export async function createAdminUser(context: Context, wish: AdminUserInput): Promise<AdminUser> {
  await checkWish(context, wish);
  const { email, program_id, password = '' } = wish;
  if (password === '') refuseField('user_data.password', 'A new admin user needs a password');
  checkPasswordLength('user_data.password', password, context.platform.config.passwordMinLength);
  // Hashing has a queue: whoever cannot have the e-mail does not stand in it.
  if (await isTaken(context.db, email)) refuseEmail(context);
  const password_hash = await hashPassword(password, `admin ${context.actor.admin_id}`);
  return transact(context.db, async (trx) => {
    await refuseFormerActor(trx, context);
    if (isGlobal(context.actor)) await refuseEndedSession(trx, context);
    const made = await trx
      .insertInto('admins')
      .values({
        email,
        program_id,
        password_hash,
        permissions: permissionsOf(wish),
        updated_by: context.actor.admin_id,
      })
      .onConflict((conflict) => conflict.column('email').where('deleted_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) refuseEmail(context);
    const user = await load(trx, made.id);
    await record(trx, context, 'create', null, user);
    return present(user);
  });
}

/**
 * Changes an admin and ends its sessions. Refuses as {@link createAdminUser} does, and: 403 where the admin holds
 * what the caller does not, 400 where no superadmin would be left, 409 where `updated_at` is stale.
 */
export async function updateAdminUser(
  context: Context,
  id: number,
  wish: AdminUserInput,
): Promise<AdminUser> {
  const { email, program_id, password = '' } = wish;
  const least = context.platform.config.passwordMinLength;
  // Before the transaction: it is slow on purpose, and every other change of an admin would wait for it.
  const password_hash =
    password && password.length >= least
      ? await hashPassword(password, `admin ${context.actor.admin_id}`)
      : undefined;
  return change(context, id, async (trx, before) => {
    await checkCurrent(trx, before, wish.updated_at);
    await checkWish({ ...context, db: trx }, wish);
    if (!wish.permissions.includes('superadmin')) await checkNotLastSuperadmin(trx, before);
    if (password) checkPasswordLength('user_data.password', password, least);
    if (await isTaken(trx, email, id)) refuseEmail(context);
    await trx
      .updateTable('admins')
      .set({
        email,
        program_id,
        permissions: permissionsOf(wish),
        ...(password_hash ? { password_hash } : {}),
        // A clock may stand still between two saves; the mark of a change must not.
        updated_at: sql`greatest(provost_now(), updated_at + interval '1 millisecond')`,
        updated_by: context.actor.admin_id,
      })
      .where('id', '=', id)
      .execute();
    await lockOut(trx, id, 'changed');
    const after = await load(trx, id);
    await record(trx, context, password ? 'update_with_password' : 'update', before, after);
    return present(after);
  });
}

/** Removes an admin and ends its sessions; the row stays, because the record of changes names it. */
export async function deleteAdminUser(context: Context, id: number): Promise<void> {
  await change(context, id, async (trx, before) => {
    if (id === context.actor.admin_id) refuse(400, 'You cannot remove yourself');
    await checkNotLastSuperadmin(trx, before);
    await trx
      .updateTable('admins')
      .set({
        deleted_at: sql`provost_now()`,
        updated_at: sql`provost_now()`,
        updated_by: context.actor.admin_id,
      })
      .where('id', '=', id)
      .execute();
    await lockOut(trx, id, 'deleted');
    await record(trx, context, 'delete', before, null);
  });
}

/** The e-mails of admins, removed ones as well, by id. */
export async function emailsOfAdmins(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('admins').select(['id', 'email']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

type Row = Awaited<ReturnType<typeof load>>;

const LIST: List<'id'> = {
  from: sql`admins a`,
  id: sql`a.id`,
  columns: sql`a.id, a.email, a.program_id, p.program_display_name, a.permissions, a.updated_at, a.updated_by`,
  joins: sql`left join programs p on p.id = a.program_ref`,
  orders: { id: sql`a.id` },
};

/**
 * Runs `work` on a row that the caller may see and may change. Sessions are closed to the scoped role, so this runs
 * as the platform; one at a time, or two callers could each remove the superadmin before the last.
 */
function change<Result>(
  context: Context,
  id: number,
  work: (trx: Trx, before: Row) => Promise<Result>,
): Promise<Result> {
  return transact(context.platform.database.everything, async (trx) => {
    await lock(trx, 'admins');
    await refuseFormerActor(trx, context);
    await refuseEndedSession(trx, context);
    const before = await select(trx)
      .where('a.id', '=', id)
      .where(visibleTo(context.actor, 'a.program_id'))
      .forUpdate('a')
      .executeTakeFirst();
    if (!before) notFound();
    checkOver(context.actor, before.permissions as Permission[]);
    return work(trx, before);
  });
}

function select(db: Db) {
  return db
    .selectFrom('admins as a')
    .leftJoin('programs as p', 'p.id', 'a.program_ref')
    .select([
      'a.id',
      'a.email',
      'a.program_id',
      'p.program_display_name',
      'a.permissions',
      'a.updated_at',
      'a.updated_by',
    ])
    .where('a.deleted_at', 'is', null);
}

function load(db: Db, id: number) {
  return select(db).where('a.id', '=', id).executeTakeFirstOrThrow();
}

function present({ id, email, program_id, program_display_name, permissions, updated_at }: Row): AdminUser {
  const named = namedPermissions(permissions);
  return { id, email, program_id, program_display_name, permissions: named, updated_at };
}

function permissionsOf({ permissions }: AdminUserInput): Permission[] {
  return namedPermissions(permissions).map(({ id }) => id);
}

async function isTaken(db: Db, email: string, exceptId = 0): Promise<boolean> {
  const taken = await db
    .selectFrom('admins')
    .select('id')
    .where('email', '=', email)
    .where('id', '<>', exceptId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return taken !== undefined;
}

async function checkCurrent(trx: Trx, row: Row, read: string | undefined): Promise<void> {
  if (read === undefined || Date.parse(read) === Date.parse(row.updated_at)) return;
  const emails = await emailsOfAdmins(trx, row.updated_by === null ? [] : [row.updated_by]);
  const changed_by = emails.get(row.updated_by ?? 0) ?? null;
  refuse(409, `${changed_by ?? 'Somebody'} changed this admin user since you opened it`, {
    conflict: { changed_by, changed_at: row.updated_at },
  });
}

/** Whose e-mail it is, a bound admin is not told: the words are the same for an admin of any program and of all. */
function refuseEmail({ actor }: Context): never {
  const words = isGlobal(actor)
    ? 'Another admin user has this e-mail'
    : 'This e-mail cannot be used for an admin user of your program';
  refuseField('user_data.email', words);
}

function record(trx: Trx, context: Context, action: string, before: Row | null, after: Row | null) {
  const recorded = (row: Row | null) =>
    row && { email: row.email, program_id: row.program_id, permissions: row.permissions };
  const row = after ?? before;
  return audit(trx, context, {
    entity: 'admin',
    entity_id: row?.id ?? 0,
    action,
    program_id: row?.program_id ?? 0,
    left_program_id: before?.program_id ?? 0,
    before: recorded(before),
    after: recorded(after),
  });
}
