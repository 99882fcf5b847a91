/** Factors of an account whose email others have changed. Specification: Accounts. */
import { refuse } from '../../../core/errors.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { factorsOf, hasFactor } from '../../auth/second-factor/server/factors.ts';
import { dropFactors } from '../../auth/second-factor/server/second-factor.ts';

/** Takes passkeys and codes away: whoever had the old address could still sign in. False without any. 403 but for a superadmin, who alone may get round them. */
export async function dropFormerFactors(
  tx: TransactionContext,
  { id, program_id }: { id: number; program_id: number },
): Promise<boolean> {
  if (!hasFactor(await factorsOf(tx.db, id))) return false;
  if (!tx.actor.permissions.includes('superadmin'))
    refuse(403, 'This admin user has a second factor. Only a superadmin can change the email');
  await dropFactors(tx, id);
  await audit(tx, { entity: 'admin', entity_id: id, action: 'reset_second_factor', program_id });
  return true;
}
