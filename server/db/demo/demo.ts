/** The demo marketplace: deterministic, but for dates relative to the day it is made. */
import { sql } from 'kysely';
import { demoAdmins } from '../../../features/admin-users/server/demo.ts';
import { demoBundleMembers } from '../../../features/bundles/server/demo.ts';
import { demoClasses } from '../../../features/classes/server/demo.ts';
import { demoCommissions } from '../../../features/commissions/server/demo.ts';
import { splitCharges } from '../../../features/commissions/server/split.ts';
import { demoPrograms } from '../../../features/programs/server/demo.ts';
import { demoCharges } from '../../../features/transactions/server/demo.ts';
import { demoNewcomers } from '../../../features/users/server/demo/newcomers.ts';
import { demoOthers, demoUsers, INSTRUCTORS } from '../../../features/users/server/demo.ts';
import { demoSteps } from '../../app.ts';
import type { TransactionContext } from '../../context.ts';
import { insertAll } from '../insert-all.ts';
import { skipIds } from './insert.ts';
import { randomFrom } from './random.ts';

const SEED = 1842;

const FIRST_ADMIN = 1;

export const LARGE_TABLES = [
  'charges',
  'charge_lines',
  'class_users',
  'attendances',
  'tickets',
  'gift_purchases',
];

/** Fills an empty database; every account has the password of `passwordHash`. */
export async function makeDemo(
  system: TransactionContext,
  passwordHash: string,
  now = new Date(),
): Promise<void> {
  const tx = { ...system, actor: { ...system.actor, admin_id: FIRST_ADMIN } };
  const trx = tx.db;
  const { today, random, ...rows } = demoRows(passwordHash, now);
  for (const table of ['programs', 'admins', 'site_users', 'classes'] as const) {
    await insertAll(trx, table, rows[table]);
    await skipIds(trx, table, rows[table].length);
  }
  await sql`select found_installation()`.execute(trx);
  await insertAll(trx, 'site_users', rows.others);
  await skipIds(trx, 'site_users', rows.others.length);
  await insertAll(trx, 'bundle_classes', rows.bundle_classes);
  await insertAll(trx, 'commission_groups', rows.commission_groups);
  await insertAll(trx, 'commission_rows', rows.commission_rows);
  await insertAll(trx, 'charges', rows.charges);
  await skipIds(trx, 'charges', rows.charges.length);
  await splitCharges(trx, { level: 'site', owner_id: 0 });
  // Divided as they were sold, so that they are there as of any date since.
  await sql`update charge_lines l set created_at = c.created_at, split_at = c.created_at
    from charges c where c.id = l.charge_id`.execute(trx);
  for (const { make } of await demoSteps()) await make({ tx, today, random, users: rows.site_users });
  await insertAll(trx, 'site_users', rows.newcomers);
}

/** Returns the demo's rows before the product divides and settles them. */
export function demoRows(passwordHash: string, now: Date) {
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const random = randomFrom(SEED);
  const programs = demoPrograms(today);
  const users = demoUsers(today, random);
  const classes = demoClasses(today, random, programs, users.slice(0, INSTRUCTORS));
  const members = demoBundleMembers(random, classes);
  const { groups, rows } = demoCommissions(today, random, { programs, users, classes });
  return {
    today,
    random,
    programs,
    admins: demoAdmins(today, passwordHash),
    site_users: users,
    others: demoOthers(today, users),
    newcomers: demoNewcomers(today),
    classes,
    bundle_classes: members,
    commission_groups: groups,
    commission_rows: rows,
    charges: demoCharges(today, random, { users, classes, rows }),
  };
}
