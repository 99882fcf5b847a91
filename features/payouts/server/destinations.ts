/** Destinations of users' money: the chosen method and its fields. Specification: Payouts; Payment settings. */
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../server/context.ts';
import { decrypt, paymentSecretOf } from '../../../server/encryption.ts';
import { METHOD_FIELDS, type Method, missingFor } from '../../users/payment-settings/rules.ts';
import type { PayoutMethod } from '../rules.ts';
import { faultOfDetails, faultOfName } from './files/faults.ts';

export type Destination = {
  /** Null without a choice, with a missing field, or where a payment file cannot carry a field or the name. */
  method: PayoutMethod | null;
  details: Readonly<Record<string, string>>;
  /** The reason a chosen method is unusable, in words for staff. */
  fault: string | null;
};

/** Returns destinations by user; none for users whose settings the caller may not see. */
export async function destinationsOf(
  context: Context,
  userIds: readonly number[],
): Promise<Map<number, Destination>> {
  if (userIds.length === 0) return new Map();
  return destinationsWhere(context, sql`s.user_id = any (${userIds}::integer[])`);
}

/** Returns the payees, visible to the caller, that a payment file can reach: users with a method, and programs by name. */
export async function reachable(
  context: Context,
): Promise<{ users: number[]; programs: number[]; destinations: Map<number, Destination> }> {
  const [destinations, { rows: programs }] = await Promise.all([
    destinationsWhere(context, sql`true`),
    sql<{ id: number; name: string }>`select id, program_display_name as name from programs`.execute(
      context.db,
    ),
  ]);
  return {
    users: [...destinations].filter(([, { method }]) => method !== null).map(([id]) => id),
    programs: programs.filter(({ name }) => faultOfName(name) === null).map(({ id }) => id),
    destinations,
  };
}

async function destinationsWhere(
  { db, platform }: Context,
  condition: RawBuilder<unknown>,
): Promise<Map<number, Destination>> {
  const [{ rows: settings }, { rows: sealed }] = await Promise.all([
    sql<Settings>`
      select s.user_id, s.paid_by, s.fields -> s.paid_by as open, btrim(u.first_name || ' ' || u.last_name) as name
      from payment_settings s join site_users u on u.id = s.user_id
      where s.paid_by is not null and ${condition}`.execute(db),
    sql<Sealed>`
      select x.user_id, x.field, x.sealed from payment_secrets x join payment_settings s on s.user_id = x.user_id
      where s.paid_by is not null and ${condition}`.execute(db),
  ]);
  const secrets = Map.groupBy(sealed, ({ user_id }) => user_id);
  const details = ({ user_id, paid_by, open }: Settings) => {
    const names: readonly string[] = METHOD_FIELDS[paid_by];
    const all = { ...open };
    for (const secret of secrets.get(user_id) ?? [])
      if (names.includes(secret.field))
        all[secret.field] = decrypt(
          platform.paymentKey,
          paymentSecretOf(user_id, secret.field),
          secret.sealed,
        ).toString();
    return all;
  };
  return new Map(settings.map((row) => [row.user_id, destination(row.paid_by, row.name, details(row))]));
}

type Settings = { user_id: number; paid_by: Method; open: Record<string, string> | null; name: string };
type Sealed = { user_id: number; field: string; sealed: Buffer };

function destination(method: Method, name: string, details: Record<string, string>): Destination {
  const missing = missingFor(method, details);
  const fault =
    missing.length > 0
      ? `${missing.join(', ')} missing`
      : (faultOfDetails(method, details) ?? faultOfName(name));
  return fault === null ? { method, details, fault } : { method: null, details: {}, fault };
}
