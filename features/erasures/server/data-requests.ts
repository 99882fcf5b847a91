import { sql } from 'kysely';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { deciding } from '../../../server/nouns/deciding.ts';
import type { DataRequest, ErasureStanding } from '../contract.ts';
import { type Askers, askersOf } from './deciders.ts';
import { lockUser, readErasure } from './erasures.ts';

/** Lets the request wait for a superadmin. The caller has held the person. */
export async function askForData(
  { db }: TransactionContext,
  asked: { user_id: number; site_program_id: number },
): Promise<void> {
  await db.insertInto('data_requests').values(asked).execute();
}

export async function lastDataRequest({ db }: Pick<Context, 'db'>, user_id: number) {
  const { rows } = await sql<LastRequest>`
    select r.id, r.state, r.asked_at, r.asked_through, null::integer as asked_by,
      null::timestamptz as proposed_at, p.program_display_name as site, u.program_id, r.decided_at,
      admin_email(r.decided_by) as decided_by
    from data_requests r join site_users u on u.id = r.user_id join programs p on p.id = r.site_program_id
    where r.user_id = ${user_id} order by r.id desc limit 1`.execute(db);
  return rows[0];
}

/** Notes that the data was sent, or that it will not be. 404 without a request; 403 for who had the person in their hands when they asked; a 409 with who closed it. */
export function closeDataRequest(
  context: Context,
  { id: user_id, sent }: { id: number; sent: boolean },
): Promise<ErasureStanding> {
  const once = {
    lockRow: async (tx: TransactionContext) =>
      (await lockUser(tx, user_id)) && (await lastDataRequest(tx, user_id)),
    decided: ({ decided_at: at, decided_by: by, state }: LastRequest) =>
      at === null
        ? undefined
        : { has: state === 'sent' ? 'already sent this' : 'already rejected this', by, at },
    neverBy: ({ asked_through }: LastRequest) => asked_through,
    asked: sent ? askersOf : undefined,
  };
  return transact(context, async (tx) => {
    await deciding(tx, once, async ({ db, actor }, { id, program_id }) => {
      await db
        .updateTable('data_requests')
        .set({
          state: sent ? 'sent' : 'rejected',
          decided_at: sql`provost_now()`,
          decided_by: actor.admin_id,
        })
        .where('id', '=', id)
        .execute();
      await audit(tx, {
        entity: 'site_user',
        entity_id: user_id,
        action: sent ? 'data_sent' : 'data_reject',
        program_id,
      });
      return null;
    });
    return readErasure(tx, user_id);
  });
}

type LastRequest = Askers & {
  id: number;
  state: 'waiting' | 'sent' | 'rejected';
  site: DataRequest['site'];
  program_id: number | null;
  decided_at: string | null;
  decided_by: string | null;
};
