import { type RawBuilder, sql } from 'kysely';
import { mayAccess, type Permission, roleOf } from '../../../../core/access.ts';
import { CHANGED, conflict } from '../../../../core/errors.ts';
import { must } from '../../../../core/must.ts';
import {
  type Context,
  type TransactionContext,
  transactWithoutTenantScope,
} from '../../../../server/context.ts';
import { lock, type Trx } from '../../../../server/db/client.ts';
import { OPEN_SESSION, refuseFormerActor } from '../../../../server/http/session.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { differs } from '../../../../server/nouns/changing.ts';
import { HAS_FACTOR } from '../../second-factor/server/factors.ts';
import type { SecuritySettings, SecuritySettingsChange } from '../contract.ts';

type Kept = SecuritySettings & { updated_by: number | null };
type Demand = SecuritySettings['second_factor'];

const NAME = 'security';
const LOCK = 'security settings';

/**
 * Reads the settings, which do not change until the transaction ends: what begins under them begins before or after a change.
 * A save takes sessions in any order; whatever ends more than one, or holds one and then asks here, asks here first.
 */
export async function keepSecurity(db: Trx): Promise<Kept> {
  await lock(db, LOCK, 'shared');
  return keptSecurity(db);
}

async function keptSecurity(db: Context['db']): Promise<Kept> {
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow();
  return value as unknown as Kept;
}

/** True where the settings demand a second factor of an account with these permissions. */
export function isFactorDemanded(
  { second_factor }: Pick<Kept, 'second_factor'>,
  permissions: Permission[],
): boolean {
  if (second_factor !== 'money') return second_factor === 'everybody';
  const actor = { admin_id: 0, email: '', program_id: 0, role: roleOf(permissions), permissions };
  return mayAccess(actor, { area: 'money' });
}

export function readSecuritySettings(context: Context) {
  return transactWithoutTenantScope(context, answered);
}

/** Saves what is named; open sessions end by the new times, and those without a demanded factor are led to it. 409 where somebody else has saved since `updated_at`. */
export function saveSecuritySettings(context: Context, { updated_at, ...wish }: SecuritySettingsChange) {
  return transactWithoutTenantScope(context, async (tx) => {
    await lock(tx.db, LOCK);
    await refuseFormerActor(tx);
    const { updated_by, ...before } = await keptSecurity(tx.db);
    if (updated_at !== undefined && updated_at !== before.updated_at)
      conflict(CHANGED, { changed_by: await emailOf(tx, updated_by), changed_at: before.updated_at });
    if (!differs(fieldsOf(before), fieldsOf({ ...before, ...wish }))) return answered(tx);
    const changed_at = new Date(Math.max(Date.now(), Date.parse(before.updated_at) + 1)).toISOString();
    const after = { ...before, ...wish, updated_at: changed_at };
    const value = JSON.stringify({ ...after, updated_by: tx.actor.admin_id });
    await tx.db
      .updateTable('settings')
      .set({ value: sql`${value}::jsonb` })
      .where('name', '=', NAME)
      .execute();
    await followSettings(tx.db, after);
    await audit(tx, {
      entity: 'security_settings',
      entity_id: 0,
      action: 'update',
      program_id: 0,
      before: fieldsOf(before),
      after: fieldsOf(after),
    });
    return answered(tx);
  });
}

function fieldsOf({ second_factor, idle_hours, most_days }: SecuritySettings) {
  return { second_factor, idle_hours, most_days };
}

async function answered({ db }: TransactionContext) {
  const { updated_by: _, ...settings } = await keptSecurity(db);
  const { rows } = await sql<{ without_factor: number }>`
    select count(*)::integer as without_factor from admins a
    where a.deleted_at is null and ${isDemandedOf(settings.second_factor)} and not ${HAS_FACTOR}`.execute(db);
  return { settings, without_factor: must(rows[0], 'count').without_factor };
}

/** Open sessions follow the settings as if they had begun under them; one that is over stays so, whatever they say now. */
async function followSettings(
  db: Trx,
  { second_factor, idle_hours, most_days }: SecuritySettings,
): Promise<void> {
  await sql`update sessions s set
      idle_ends_at = s.last_used_at + make_interval(hours => ${idle_hours}::integer),
      ends_at = s.created_at + make_interval(days => ${most_days}::integer),
      needs_factor = ${isDemandedOf(second_factor)} and (s.needs_factor or not ${HAS_FACTOR}) and not s.signed_on
    from admins a where a.id = s.admin_id and ${sql.raw(OPEN_SESSION)}`.execute(db);
}

/** Condition on an admin `a`, as {@link isFactorDemanded}. */
function isDemandedOf(demand: Demand): RawBuilder<boolean> {
  if (demand !== 'money') return sql.lit(demand === 'everybody');
  return sql<boolean>`a.permissions && '{superadmin,programadmin,money}'`;
}

async function emailOf({ db }: TransactionContext, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const admin = await db.selectFrom('admins').select('email').where('id', '=', id).executeTakeFirst();
  return admin?.email ?? null;
}
