import { type RawBuilder, sql } from 'kysely';
import { must } from '../../../core/must.ts';
import { type Database, type Db, inTransaction, openDatabase, type Trx } from '../client.ts';

/** The rows to load, whether they are still wanted when the lock is held, and the largest tables. */
export type Load = {
  isWanted(trx: Trx): Promise<boolean>;
  tables: readonly string[];
  /** `database` is the transaction's own and refuses second connections as usual. */
  run(trx: Trx, database: Database): Promise<void>;
};

/**
 * Loads in one transaction as the server's global role and returns whether the load was wanted. With a
 * superuser's owner address on PostgreSQL 18 or later, the tables' foreign keys are unenforced meanwhile and
 * validated at the end: one bad row fails the whole load. Sites are not told of what is loaded. The tables are locked until then; a crash rolls
 * everything back.
 */
export async function loadInBulk(database: Database, ownerUrl: string, load: Load): Promise<boolean> {
  const owner = openDatabase({ global: ownerUrl, scoped: ownerUrl, site: ownerUrl }, 1);
  try {
    if (!(await maySetAside(owner.everything)))
      return await inTransaction(database.everything, (trx) => loadAsItComes(trx, database, load));
    const role = await roleOf(database.everything);
    return await inTransaction(owner.everything, (trx) => loadWithKeysAside(trx, owner, role, load));
  } finally {
    await owner.close();
  }
}

async function loadAsItComes(trx: Trx, database: Database, load: Load): Promise<boolean> {
  if (!(await load.isWanted(trx))) return false;
  await load.run(trx, database);
  return true;
}

async function loadWithKeysAside(trx: Trx, owner: Database, role: string, load: Load): Promise<boolean> {
  const asServer = () => sql`set local role ${sql.ref(role)}`.execute(trx);
  const asOwner = () => sql`reset role`.execute(trx);
  await asServer();
  if (!(await load.isWanted(trx))) return false;
  await asOwner();
  const keys = await foreignKeys(trx, load.tables);
  for (const key of keys) await enforce(trx, key, false);
  // Sites read what is there from the beginning, and are told of what changes.
  const triggers = await tellingTriggers(trx, load.tables);
  for (const trigger of triggers) await fire(trx, trigger, false);
  await asServer();
  // Of the role's settings nothing comes along.
  await sql`set local jit = off`.execute(trx);
  await load.run(trx, owner);
  await asOwner();
  // A table of which something is still to be checked at the end cannot be altered.
  await sql`set constraints all immediate`.execute(trx);
  for (const trigger of triggers) await fire(trx, trigger, true);
  for (const key of keys) await enforce(trx, key, true);
  return true;
}

async function maySetAside(owner: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select rolsuper and current_setting('server_version_num')::integer >= 180000 as may
    from pg_roles where rolname = current_user`.execute(owner);
  return must(rows[0], 'role of the owner').may;
}

async function roleOf(db: Db): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return must(rows[0], 'role').role;
}

type Trigger = { table: string; name: string };

async function tellingTriggers(trx: Trx, tables: readonly string[]): Promise<Trigger[]> {
  const { rows } = await sql<Trigger>`
    select t.relname as table, g.tgname as name from pg_trigger g join pg_class t on t.oid = g.tgrelid
    where g.tgname like 'tells\\_%' and t.relnamespace = 'public'::regnamespace and t.relname = any (${tables}::text[])
    order by 1, 2`.execute(trx);
  return rows;
}

function fire(trx: Trx, { table, name }: Trigger, fires: boolean): Promise<void> {
  return alterTable(trx, table, sql`${sql.raw(fires ? 'enable' : 'disable')} trigger ${sql.ref(name)}`);
}

type ForeignKey = { table: string; name: string };

async function foreignKeys(trx: Trx, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select t.relname as table, k.conname as name from pg_constraint k join pg_class t on t.oid = k.conrelid
    where k.contype = 'f' and t.relnamespace = 'public'::regnamespace and t.relname = any (${tables}::text[])
    order by 1, 2`.execute(trx);
  return rows;
}

function enforce(trx: Trx, { table, name }: ForeignKey, enforced: boolean): Promise<void> {
  const how = sql.raw(enforced ? 'enforced' : 'not enforced');
  return alterTable(trx, table, sql`alter constraint ${sql.ref(name)} ${how}`);
}

async function alterTable(trx: Trx, table: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`alter table ${sql.table(table)} ${change}`.execute(trx);
}
