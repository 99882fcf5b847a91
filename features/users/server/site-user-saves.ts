import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import { refuseFormerActor } from '../../../server/http/session.ts';
import { changing, differs } from '../../../server/nouns/changing.ts';
import { creating } from '../../../server/nouns/creating.ts';
import { hashPassword } from '../../../server/passwords/password-hashes.ts';
import { groupLock } from '../../commissions/server/groups.ts';
import { tellOfChanges } from '../payment-settings/server/tell-payee-changes.ts';
import { NEW_USER } from '../rules.ts';
import type { NewSiteUser, SiteUser, SiteUserChange } from '../user-schemas.ts';
import { EMAIL_TAKEN } from './constraints.ts';
import { SITE_USER, type StoredUser } from './site-user-noun.ts';
import { readSiteUser } from './site-users.ts';
import { saveCategories } from './user-categories.ts';
import { type Columns, columnsAfter } from './user-columns.ts';
import { welcomeMail } from './welcome-mail.ts';

const EMAIL = 'user_data.email';

/** Makes a user of the named program, else of a bound admin's own, with the welcome mail if asked. 400 names the field; 403 beyond a bound admin's program. */
export async function createSiteUser(context: Context, given: NewSiteUser): Promise<SiteUser> {
  const { password, send_email, ...data } = given;
  // Hashing has a queue: whoever cannot have the address does not stand in it.
  if (data.del_status !== 1) await refuseTaken(context, data.email);
  const password_hash = await hashed(context, password);
  return transact(context, async (tx) => {
    await refuseFormerActor(tx);
    const id = await createUser(tx, data, password_hash);
    if (send_email) await welcomeMail(tx, id);
    return readSiteUser(tx, id);
  });
}

/** Changes what is named; an empty password stays as it is. Refuses as {@link createSiteUser}, also an address taken meanwhile; 404 and 409 as any save. */
export async function updateSiteUser(context: Context, id: number, data: SiteUserChange): Promise<SiteUser> {
  const password_hash = data.password ? await hashed(context, data.password) : null;
  const user = await transact(context, async (tx) => {
    if (password_hash !== null) await refuseFormerActor(tx);
    await updateUser(tx, { id, data, password_hash });
    return readSiteUser(tx, id);
  });
  if (data.email !== undefined) await tellOfChanges(context, id);
  return user;
}

type NewUser = Omit<NewSiteUser, 'password' | 'send_email'>;

/** Makes a user within a transaction, null for no password yet; refuses an address that is taken. */
export async function createUser(
  tx: TransactionContext,
  data: NewUser,
  password_hash: string | null,
): Promise<number> {
  const columns = await columnsAfter(tx, { ...NEW_USER, ...data }, null);
  const hanging = async (_: TransactionContext, user: { id: number }) => {
    const categories = data.categories && (await saveCategories(tx, user.id, data.categories)).after;
    return { after: { ...columns, ...(categories && { categories }) } };
  };
  const { id } = await creating(tx, SITE_USER, { ...columns, password_hash }, hanging, {
    // The last word on an address, whoever asks at the same moment.
    onConflict: (taken) => taken.column('email_key').where('del_status', '=', 0).doNothing(),
    refuse: () => refuseField(EMAIL, EMAIL_TAKEN),
  });
  return id;
}

type Update = { id: number; data: SiteUserChange; password_hash?: string | null };

/** Changes a user within a transaction and answers when it was last changed; a password that is null stays. */
export async function updateUser(
  tx: TransactionContext,
  { id, data, password_hash = null }: Update,
): Promise<string> {
  const save = { id, updated_at: data.updated_at };
  const { updated_at } = await changing(tx, SITE_USER, save, 'update', async (_, row) => {
    const wanted = await columnsAfter(tx, data, row);
    const columns = changedIn(row, wanted);
    const comesBack = columns.del_status === 0;
    if (wanted.del_status === 0 && (columns.email !== undefined || comesBack))
      await refuseTaken(tx, wanted.email, id);
    if (columns.program_id !== undefined) await holdCommissions(tx, id);
    const sorted = data.categories && (await saveCategories(tx, id, data.categories));
    const resorted = sorted && differs(sorted.before, sorted.after);
    return {
      before: { ...namedIn(row, columns), ...(resorted && { categories: sorted.before }) },
      after: {
        ...columns,
        ...(resorted && { categories: sorted.after }),
        ...(password_hash !== null && { password: 'changed' }),
      },
      columns: { ...columns, ...(password_hash !== null && { password_hash }) },
      program_id: wanted.program_id,
    };
  }).catch(refuseRace);
  return updated_at;
}

/** Locks the commission groups of the user and of their classes, which move along. */
export async function holdCommissions({ db }: TransactionContext, id: number): Promise<void> {
  await lock(db, groupLock('instructor', id));
  const classes = db.selectFrom('classes').select('id').where('instructor_id', '=', id).orderBy('id');
  for (const row of await classes.execute()) await lock(db, groupLock('class', row.id));
}

/** Two at once can pass the same check: the index refuses the second. */
function refuseRace(error: unknown): never {
  const { constraint } = (error ?? {}) as { constraint?: string };
  if (constraint === 'site_users_email_taken') refuseField(EMAIL, EMAIL_TAKEN);
  throw error;
}

async function refuseTaken({ db }: Context, email: string, beside: number | null = null): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select email_is_taken(${email}, ${beside}::integer) as taken`.execute(db);
  if (rows[0]?.taken) refuseField(EMAIL, EMAIL_TAKEN);
}

function hashed({ actor }: Context, password: string): Promise<string> {
  return hashPassword(password, `admin ${actor.admin_id}`);
}

function changedIn(row: StoredUser, wanted: Columns): Partial<Columns> {
  const changed = Object.entries(wanted).filter(([name, value]) => row[name as keyof Columns] !== value);
  return Object.fromEntries(changed);
}

function namedIn(row: StoredUser, columns: Partial<Columns>) {
  return Object.fromEntries(Object.keys(columns).map((name) => [name, row[name as keyof Columns]]));
}
