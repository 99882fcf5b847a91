import { sql } from 'kysely';
import { isGlobal, type Permission } from '../../../core/access.ts';
import { notFound, refuse, refuseField } from '../../../core/errors.ts';
import {
  type Call,
  type Context,
  type TransactionContext,
  transact,
  transactWithoutTenantScope,
  visibleTo,
} from '../../../server/context.ts';
import { type Db, lock } from '../../../server/db/client.ts';
import { refuseEndedSession, refuseFormerActor } from '../../../server/http/session.ts';
import { changing, differs, type RowOf, tableNoun } from '../../../server/nouns/changing.ts';
import { creating } from '../../../server/nouns/creating.ts';
import { type List, matchesWordsOrId, pageOf } from '../../../server/nouns/list-query.ts';
import { hashPassword, NO_PASSWORD } from '../../../server/passwords/password-hashes.ts';
import { checkStaffPassword } from '../../../server/passwords/staff-passwords.ts';
import { setOwnPassword } from '../../auth/own-password/server/own-password.ts';
import { keepSecurity } from '../../auth/security/server/security-settings.ts';
import { lockOut } from '../../auth/server/sessions.ts';
import {
  ADMIN_USERS_PAGE_SIZE,
  type AdminUser,
  type AdminUserChange,
  type NewAdminUser,
} from '../contract.ts';
import { namedPermissions } from '../rules.ts';
import { mailAccessChange, mailNewSuperadmin, mailRemoval } from './access-mail.ts';
import { checkNotLastSuperadmin, checkOver, checkWish } from './admin-user-rules.ts';
import { dropFormerFactors } from './former-factors.ts';
import { checkOwnPassword } from './own-password.ts';

export async function pageOfAdminUsers(
  { db, actor }: Context,
  { page, page_of, name }: { page: number; page_of?: number | undefined; name: string },
  size = ADMIN_USERS_PAGE_SIZE,
) {
  const { rows, ...counted } = await pageOf<Row, 'id'>(db, LIST, {
    matching: [
      visibleTo(actor, 'a.program_id'),
      sql<boolean>`a.deleted_at is null`,
      matchesWordsOrId('a.email', 'a.id', name),
    ],
    page,
    page_of,
    size,
    sort_by: 'id',
  });
  return { users: rows.map(present), ...counted };
}

export async function readAdminUser({ db, actor }: Context, id: number): Promise<AdminUser> {
  const row = await select(db)
    .where('a.id', '=', id)
    .where(visibleTo(actor, 'a.program_id'))
    .executeTakeFirst();
  return row ? present(row) : notFound();
}

/** 403 for what the caller may not give, 400 for a missing password or a taken email, 401 where the caller lost its rights meanwhile. */
export async function createAdminUser(call: Call, wish: NewAdminUser): Promise<AdminUser> {
  await checkWish(call, wish);
  const { email, password } = wish;
  if (!password) refuseField('user_data.password', 'A new admin user needs a password');
  // Hashing has a queue: whoever cannot have the email does not stand in it.
  if (await isTaken(call.db, email)) refuseEmail(call);
  const password_hash = await hashed(call, password);
  return transact(call, async (tx) => {
    await refuseFormerActor(tx);
    if (isGlobal(call.actor)) await refuseEndedSession(tx);
    return present(await load(tx.db, await makeAdminUser(tx, wish, password_hash)));
  });
}

/** Makes the account and answers its id; `work` writes what hangs on it. 400 for an email that is taken. */
export async function makeAdminUser(
  tx: TransactionContext,
  { email, program_id, permissions }: Pick<NewAdminUser, 'email' | 'program_id' | 'permissions'>,
  password_hash: string,
  work?: (inside: TransactionContext, id: number) => Promise<void>,
): Promise<number> {
  const after = { email, program_id, permissions: inOrder(permissions) };
  const made = async (inside: TransactionContext, { id }: { id: number }) => {
    await work?.(inside, id);
    if (permissions.includes('superadmin')) await mailNewSuperadmin(inside, { id, email });
    return { after };
  };
  const { id } = await creating(tx, ADMIN, { ...after, password_hash }, made, {
    onConflict: (conflict) => conflict.column('email').where('deleted_at', 'is', null).doNothing(),
    refuse: () => refuseEmail(tx),
  });
  return id;
}

/**
 * Changes what the data names, and where that is anything, ends the admin's sessions; a new email that is not the caller's own
 * takes the factors of the account. Refuses as {@link createAdminUser} does, and: 403 where the admin holds what the caller does
 * not and as {@link dropFormerFactors} does, 400 where no superadmin would be left and as {@link checkOwnPassword} does, 409 where
 * `updated_at` is stale. Whose account it is hears of it, of one's own a new email alone.
 */
export async function updateAdminUser(call: Call, id: number, data: AdminUserChange): Promise<AdminUser> {
  const { password, updated_at } = data;
  await checkOwnPassword(call, id, data);
  // Before the transaction: it is slow on purpose, and every other change of an admin would wait for it.
  const password_hash = password ? await hashed(call, password) : undefined;
  const action = password_hash ? 'update_with_password' : 'update';
  return overAdmins(call, async (tx) => {
    await changing(tx, ADMIN, { id, updated_at }, action, async (inside, row) => {
      const { db } = inside;
      checkOver(call.actor, row);
      const before = recorded(row);
      const wish = { ...before, ...named(data) };
      await checkWish(tx, wish, before);
      if (!wish.permissions.includes('superadmin')) await checkNotLastSuperadmin(tx, row);
      if (await isTaken(db, wish.email, id)) refuseEmail(tx);
      const columns = { ...wish, permissions: inOrder(wish.permissions) };
      const after = { ...columns, ...(password_hash && { password: 'changed' }) };
      const isOwn = id === call.actor.admin_id;
      const factorless = !isOwn && wish.email !== before.email && (await dropFormerFactors(inside, row));
      if (differs(before, after)) await lockOut(db, id, 'changed');
      const invited = row.password_hash === NO_PASSWORD && !password_hash;
      await mailAccessChange(inside, id, { before, after, invited, factorless });
      if (columns.permissions.includes('superadmin') && !before.permissions.includes('superadmin'))
        await mailNewSuperadmin(inside, { id, email: columns.email });
      const { program_id } = columns;
      if (password_hash && isOwn) await setOwnPassword(inside, password_hash);
      const changed = { ...columns, ...(password_hash && !isOwn && { password_hash }) };
      return { before, after, columns: changed, program_id };
    });
    return present(await load(tx.db, id));
  });
}

/** Removes an admin, who is mailed, and ends its sessions; the row stays, because the record of changes names it. */
export async function deleteAdminUser(call: Call, id: number): Promise<void> {
  await overAdmins(call, (tx) => removeAdmin(tx, { id }));
}

/** Removes within the lock of all changes. 403 where the admin holds what the caller does not, 400 for oneself and the last superadmin, 404 and 409 as any save. */
export function removeAdmin(
  tx: Call & TransactionContext,
  save: { id: number; updated_at?: string | undefined },
): Promise<{ updated_at: string }> {
  const { id } = save;
  return changing(tx, ADMIN, save, 'delete', async (inside, row) => {
    const { db } = inside;
    checkOver(tx.actor, row);
    if (id === tx.actor.admin_id) refuse(400, 'You cannot remove yourself');
    await checkNotLastSuperadmin(tx, row);
    await db.updateTable('admins').set({ deleted_at: sql`provost_now()` }).where('id', '=', id).execute();
    await lockOut(db, id, 'deleted');
    // Whoever has never signed in has nothing that could be taken away.
    if (row.password_hash !== NO_PASSWORD) await mailRemoval(inside, row.email);
    return { before: recorded(row), after: null };
  });
}

/** The emails of admins, removed ones as well, by id. */
export async function emailsOfAdmins(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('admins').select(['id', 'email']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

type Row = Awaited<ReturnType<typeof load>>;

const invited = sql<boolean>`a.password_hash = ${sql.lit(NO_PASSWORD)}`;

/** Null where no link works. */
const invitationEndsAt = sql<string | null>`(
  select max(i.expires_at) from admin_invitations i where i.admin_id = a.id
    and i.used_at is null and i.ended_at is null and i.expires_at > provost_now())`;

const LIST: List<'id'> = {
  from: sql`admins a`,
  id: sql`a.id`,
  columns: sql`a.id, a.email, a.program_id, p.program_display_name, a.permissions, a.updated_at, a.updated_by,
    ${invited} as invited, ${invitationEndsAt} as invitation_ends_at`,
  joins: sql`left join programs p on p.id = a.program_ref`,
  orders: { id: sql`a.id` },
};

export const ADMIN = tableNoun({ entity: 'admin', table: 'admins', alive: sql`a.deleted_at is null` });

/** Sessions are closed to the scoped role, so changes run as the platform, one at a time: two callers could each remove the superadmin before the last. */
export function overAdmins<Result>(
  call: Call,
  work: (tx: Call & TransactionContext) => Promise<Result>,
): Promise<Result> {
  return transactWithoutTenantScope(call, async (tx) => {
    await keepSecurity(tx.db);
    await lock(tx.db, 'admins');
    await refuseFormerActor(tx);
    await refuseEndedSession(tx);
    return work(tx);
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
      invited.as('invited'),
      invitationEndsAt.as('invitation_ends_at'),
    ])
    .where('a.deleted_at', 'is', null);
}

function load(db: Db, id: number) {
  return select(db).where('a.id', '=', id).executeTakeFirstOrThrow();
}

function present(row: Row): AdminUser {
  const { id, email, program_id, program_display_name, invited, updated_at } = row;
  const permissions = namedPermissions(row.permissions);
  const invitation = invited && { invitation: { ends_at: row.invitation_ends_at } };
  return { id, email, program_id, program_display_name, permissions, ...invitation, updated_at };
}

function inOrder(permissions: readonly Permission[]): Permission[] {
  return namedPermissions(permissions).map(({ id }) => id);
}

function recorded({ email, program_id, permissions }: RowOf<typeof ADMIN>) {
  return { email, program_id, permissions: permissions as Permission[] };
}

function named({ email, program_id, permissions }: AdminUserChange) {
  return {
    ...(email !== undefined && { email }),
    ...(program_id !== undefined && { program_id }),
    ...(permissions !== undefined && { permissions }),
  };
}

function hashed({ platform, actor }: Call, password: string): Promise<string> {
  checkStaffPassword('user_data.password', password, platform.config.passwordMinLength);
  return hashPassword(password, `admin ${actor.admin_id}`);
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

/** Hides from bound admins whose email it is: the message is the same for any program. */
function refuseEmail({ actor }: Context): never {
  const words = isGlobal(actor)
    ? 'Another admin user has this email'
    : 'This email cannot be used for an admin user of your program';
  refuseField('user_data.email', words);
}
