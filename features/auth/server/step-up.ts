import { sql } from 'kysely';
import { type Call, type TransactionContext, transactWithoutTenantScope } from '../../../server/context.ts';
import { refuseEndedSession } from '../../../server/http/session.ts';
import { confirmPassword } from './confirm-password.ts';
import { refuseShutPassword } from './shut-passwords.ts';

/** Notes that the caller's session was proven now. 400 for a wrong password, 429 after many; a 401 once the session has ended, a 403 where passwords are shut. */
export async function stepUp(call: Call, password: string | undefined): Promise<void> {
  refuseShutPassword(call, call.actor.email, call.actor.permissions);
  await confirmPassword(call, password);
  await transactWithoutTenantScope(call, async (tx) => {
    await refuseEndedSession(tx);
    await noteProven(tx);
  });
}

export async function noteProven({ db, session_id }: Call & TransactionContext): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proven_at: sql`provost_now()` })
    .where('id', '=', session_id)
    .execute();
}
