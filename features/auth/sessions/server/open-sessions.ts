import { sql } from 'kysely';
import { notFound } from '../../../../core/errors.ts';
import {
  type Call,
  type TransactionContext,
  transactWithoutTenantScope,
} from '../../../../server/context.ts';
import { OPEN_SESSION, refuseEndedSession, refuseFormerActor } from '../../../../server/http/session.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { keepSecurity } from '../../security/server/security-settings.ts';
import type { OpenSession } from '../contract.ts';
import { deviceOf } from './devices.ts';

/** Returns the open sessions of an admin, the last used first; the caller's own is marked. */
export function readSessions(call: Call, adminId: number): Promise<OpenSession[]> {
  return transactWithoutTenantScope(call, async (tx) => {
    await knownAdmin(tx, adminId);
    const { rows } = await sql<Omit<OpenSession, 'device' | 'current'> & { user_agent: string }>`
      select s.id, s.user_agent, s.address, s.time_zone, s.created_at, s.last_used_at,
        least(s.idle_ends_at, s.ends_at) as ends_at
      from sessions s where s.admin_id = ${adminId} and ${IS_OPEN}
      order by s.last_used_at desc, s.created_at desc, s.id`.execute(tx.db);
    return rows.map(({ user_agent, ...session }) => ({
      ...session,
      device: deviceOf(user_agent),
      current: session.id === call.session_id ? 1 : 0,
    }));
  });
}

type Which = { only: string } | { but: string | null };

/** Ends open sessions of an admin, audited, and answers how many. 404 for no such admin or session; 401 where the caller's own has gone meanwhile. */
export function endSessions(call: Call, adminId: number, which: Which): Promise<{ ended: number }> {
  return transactWithoutTenantScope(call, async (tx) => {
    await keepSecurity(tx.db);
    await refuseFormerActor(tx);
    await refuseEndedSession(tx);
    const { program_id } = await knownAdmin(tx, adminId);
    const wanted = 'only' in which ? sql`s.id = ${which.only}` : sql`s.id is distinct from ${which.but}`;
    const { rows } = await sql<{ id: string }>`
      update sessions s set ended_at = provost_now(), ended_because = 'ended'
      where s.admin_id = ${adminId} and ${IS_OPEN} and ${wanted} returning s.id`.execute(tx.db);
    if ('only' in which && rows.length === 0) notFound();
    for (const { id } of rows)
      await audit(tx, {
        entity: 'session',
        entity_id: id,
        action: 'end',
        program_id,
        after: { of: adminId },
      });
    return { ended: rows.length };
  });
}

const IS_OPEN = sql`${sql.raw(OPEN_SESSION)}`;

async function knownAdmin({ db }: TransactionContext, id: number) {
  const admin = await db
    .selectFrom('admins')
    .select(['id', 'program_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return admin ?? notFound();
}
