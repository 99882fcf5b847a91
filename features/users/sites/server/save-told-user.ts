import { refuseField } from '../../../../core/errors.ts';
import type { SiteTransaction } from '../../../../server/sites/facts.ts';
import { NEW_USER } from '../../rules.ts';
import { EMAIL_TAKEN } from '../../server/constraints.ts';
import { createUser, updateUser } from '../../server/site-user-saves.ts';
import { welcomeMail } from '../../server/welcome-mail.ts';
import type { ToldUser } from '../schemas.ts';
import { type FoundUser, findToldUser } from './found-users.ts';
import type { PreparedPassword } from './prepared-passwords.ts';
import { namingFields, userDataOf } from './user-data.ts';
import { nameUser } from './user-references.ts';

/** Thrown where a password was hashed for somebody else: others, or this call itself, have made or moved people meanwhile. */
export class PasswordRaced extends Error {}

type SavedUser = { id: number; state: 'created' | 'updated' | 'unchanged'; hasMoved: boolean };

export async function saveToldUser(
  tx: SiteTransaction,
  user: ToldUser,
  password: PreparedPassword | undefined,
): Promise<SavedUser> {
  const found = await findToldUser(tx.db, tx.site, user);
  if (password?.user_id !== undefined && password.user_id !== (found?.id ?? null)) throw new PasswordRaced();
  const password_hash = password?.password_hash ?? null;
  return found ? change(tx, user, found, password_hash) : make(tx, user, password_hash);
}

async function make(
  tx: SiteTransaction,
  { send_email = false, ...user }: ToldUser,
  password_hash: string | null,
): Promise<SavedUser> {
  const { email = refuseField('email', 'is required for a new user') } = user;
  const { user_type = NEW_USER.user_type, ...data } = await userDataOf(tx.db, user);
  const { program_id: site_program } = tx.site;
  const id = await namingFields(() =>
    createUser(tx, { ...data, email, user_type, site_program }, password_hash),
  );
  if (user.reference !== undefined) await nameUser(tx, id, user.reference);
  if (send_email) await welcomeMail(tx, id, { imported: password_hash === null });
  return { id, state: 'created', hasMoved: false };
}

async function change(
  tx: SiteTransaction,
  told: ToldUser,
  { id, program_id, email_key, updated_at, reference }: FoundUser,
  password_hash: string | null,
): Promise<SavedUser> {
  // Whether somebody new is welcomed says nothing of one who is there.
  const { send_email: _, ...user } = told;
  if (program_id !== tx.site.program_id) refuseField('reference', 'This user belongs to another site');
  // Two names of the site are two people: one of them cannot have the other's address.
  if (user.reference !== undefined && reference !== null && reference !== user.reference)
    refuseField('email', EMAIL_TAKEN);
  const data = await userDataOf(tx.db, user);
  const marked = await namingFields(() => updateUser(tx, { id, data, password_hash }));
  const isRenamed = user.reference !== undefined && (await nameUser(tx, id, user.reference));
  const after = await tx.db
    .selectFrom('site_users')
    .select('email_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    id,
    state: isRenamed || marked !== updated_at ? 'updated' : 'unchanged',
    hasMoved: after.email_key !== email_key,
  };
}
