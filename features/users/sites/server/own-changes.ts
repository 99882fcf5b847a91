import { transact } from '../../../../server/context.ts';
import { hashPassword } from '../../../../server/passwords/password-hashes.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { tellOfChanges } from '../../payment-settings/server/tell-payee-changes.ts';
import { updateUser } from '../../server/site-user-saves.ts';
import { confirmUserPassword } from '../../sign-in/server/user-password.ts';
import type { OwnChange, UserOfSite } from '../schemas.ts';
import { namingFields, userDataOf } from './user-data.ts';
import { nameUser } from './user-references.ts';
import { readUser, requireUser } from './users-of-site.ts';

/** Changes what is named; an email or password needs the old one: 403 `PASSWORD_WRONG`. 404 for a stranger, 400 by field, 409 `REFERENCE_TAKEN`. */
export async function changeOwn(
  context: SiteCall,
  { id, current_password, ...said }: OwnChange & { id: number },
): Promise<UserOfSite> {
  const user = await requireUser(context, id);
  const { email, password, reference } = said;
  if (email !== undefined || password !== undefined)
    await confirmUserPassword(
      context,
      { id, ...user },
      { password: current_password, path: 'current_password' },
    );
  const whose = `site ${context.site.program_id}`;
  const password_hash = password === undefined ? null : await hashPassword(password, whose);
  await transact(context, async (tx) => {
    const data = await userDataOf(tx.db, said);
    await namingFields(() => updateUser(tx, { id, data, password_hash }));
    if (reference !== undefined) await nameUser(tx, id, reference);
  });
  if (email !== undefined) await tellOfChanges(context, id);
  return readUser(context, id);
}
