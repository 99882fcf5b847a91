import { sql } from 'kysely';
import { must } from '../../../../core/must.ts';
import type { Db } from '../../../../server/db/client.ts';

export type Factors = {
  /** Since when one-time codes are taken; null where none are. */
  codes_since: string | null;
  passkeys: number;
};

export async function factorsOf(db: Db, adminId: number): Promise<Factors> {
  const { rows } = await sql<Factors>`select
    (select c.created_at from one_time_codes c where c.admin_id = ${adminId} and not c.pending) as codes_since,
    (select count(*)::integer from passkeys p where p.admin_id = ${adminId}) as passkeys`.execute(db);
  return must(rows[0], 'factors');
}

export function hasFactor({ codes_since, passkeys }: Factors): boolean {
  return codes_since !== null || passkeys > 0;
}

/** Condition on an admin `a`: {@link hasFactor}. */
export const HAS_FACTOR = sql<boolean>`(
  exists (select from one_time_codes c where c.admin_id = a.id and not c.pending)
  or exists (select from passkeys p where p.admin_id = a.id))`;
