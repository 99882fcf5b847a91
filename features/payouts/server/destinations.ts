/** Where the money of users goes: the method that they chose, with what it needs. Specification: Payouts; Payment settings. */
import { sql } from 'kysely';
import type { Context, Within } from '../../../server/context.ts';
import { paymentSecretOf, unseal } from '../../../server/sealed.ts';
import { METHOD_FIELDS, METHODS, type Method, missingFor } from '../../site-users/payment-rules.ts';
import type { PayoutMethod } from '../rules.ts';
import { faultOfDetails, faultOfName } from './files/faults.ts';

export type Destination = {
  /** Null where none is chosen, or it lacks a field, or a payment file cannot carry one of them, or the name. */
  method: PayoutMethod | null;
  /** The fields of that method in the clear, by name. */
  details: Readonly<Record<string, string>>;
  /** Why there is no method though one is chosen, in words for staff. */
  fault: string | null;
};

/** Nobody changes how these users are paid, until the transaction ends. */
export async function holdDestinations({ db }: Within, userIds: readonly number[]): Promise<void> {
  await sql`select from payment_settings where user_id = any (${userIds}::integer[]) order by user_id for share`.execute(
    db,
  );
}

/** By user; those of whom the caller sees no settings have none. */
export async function destinationsOf(
  { db, platform }: Context,
  userIds: readonly number[],
): Promise<Map<number, Destination>> {
  if (userIds.length === 0) return new Map();
  const settings = await db
    .selectFrom('payment_settings as s')
    .innerJoin('site_users as u', 'u.id', 's.user_id')
    .select(['s.user_id', 's.paid_by', 's.fields'])
    .select(sql<string>`btrim(u.first_name || ' ' || u.last_name)`.as('name'))
    .where(sql<boolean>`s.user_id = any (${userIds}::integer[])`)
    .where('s.paid_by', 'is not', null)
    .execute();
  const sealed = await db
    .selectFrom('payment_secrets')
    .select(['user_id', 'field', 'sealed'])
    .where(sql<boolean>`user_id = any (${userIds}::integer[])`)
    .execute();
  const secrets = Map.groupBy(sealed, ({ user_id }) => user_id);
  return new Map(
    settings.map(({ user_id, paid_by, fields, name }) => {
      const method = METHODS.find((name) => name === paid_by) as Method;
      const names: readonly string[] = METHOD_FIELDS[method];
      const open = (fields as Record<string, Record<string, string>>)[method] ?? {};
      const hidden = (secrets.get(user_id) ?? [])
        .filter(({ field }) => names.includes(field))
        .map(({ field, sealed: kept }): [string, string] => [
          field,
          unseal(platform.paymentKey, paymentSecretOf(user_id, field), kept).toString(),
        ]);
      return [user_id, destination(method, name, Object.fromEntries([...Object.entries(open), ...hidden]))];
    }),
  );
}

/** Whom a payment file could carry money to, of all that the caller sees: users with a method, and programs by their name. */
export async function reachable(context: Context): Promise<{ users: number[]; programs: number[] }> {
  const { db } = context;
  const settings = await db
    .selectFrom('payment_settings')
    .select('user_id')
    .where('paid_by', 'is not', null)
    .execute();
  const destinations = await destinationsOf(
    context,
    settings.map(({ user_id }) => user_id),
  );
  const programs = await db.selectFrom('programs').select(['id', 'program_display_name']).execute();
  return {
    users: [...destinations].filter(([, { method }]) => method !== null).map(([id]) => id),
    programs: programs
      .filter(({ program_display_name: name }) => faultOfName(name) === null)
      .map(({ id }) => id),
  };
}

function destination(method: Method, name: string, details: Record<string, string>): Destination {
  const missing = missingFor(method, details);
  const fault =
    missing.length > 0
      ? `${missing.join(', ')} missing`
      : (faultOfDetails(method, details) ?? faultOfName(name));
  return fault === null ? { method, details, fault } : { method: null, details: {}, fault };
}
