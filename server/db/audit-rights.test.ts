/** The record of changes is added to and read by the server, and rewritten by nobody. Specification: Sealed audit. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDatabase } from '../../test/use-database.ts';

const database = useDatabase();
let owner: pg.Client;

const CHAIN = ['audit_entries', 'audit_seals', 'sealed_audit_entries'];
const TABLES = [...CHAIN, 'unsealed_audit_entries', 'erased_audit_entries', 'audit_archives'];
const DENIED = '42501';

beforeAll(async () => {
  owner = new pg.Client(database().urls.owner);
  await owner.connect();
  await owner.query(`insert into audit_entries (entity, entity_id, action) values ('x', 'x', 'create')`);
});
afterAll(() => owner?.end());

const logins = () =>
  (['global', 'scoped', 'site'] as const).map((kind) => new URL(database().urls[kind]).username);
const groups = ['provost_global', 'provost_scoped', 'provost_site', 'provost_definer'];

test('no role of the server, and nobody else, holds a right to rewrite it', async () => {
  const { rows } = await owner.query(
    `select r.rolname, c.relname, p.privilege from pg_roles r, pg_class c,
       unnest(array['update', 'delete', 'truncate', 'references', 'trigger', 'maintain']) as p (privilege)
     where r.rolname = any ($1) and c.relname = any ($2) and c.relnamespace = 'public'::regnamespace
       and (has_table_privilege(r.oid, c.oid, p.privilege)
         or p.privilege in ('update', 'references') and has_any_column_privilege(r.oid, c.oid, p.privilege))`,
    [[...logins(), ...groups], TABLES],
  );
  // What has been sealed leaves the waiting list by the trigger of the digests.
  expect(rows).toEqual([
    { rolname: 'provost_definer', relname: 'unsealed_audit_entries', privilege: 'delete' },
  ]);
  const { rows: open } = await owner.query(
    `select c.relname, a.privilege_type from pg_class c, aclexplode(c.relacl) a
     where c.relname = any ($1) and a.grantee = 0`,
    [TABLES],
  );
  expect(open).toEqual([]);
});

test('none of them becomes the owner of it, nor runs what is the owner’s but the erasure of a person', async () => {
  const { rows: above } = await owner.query(
    `select r.rolname from pg_roles r where r.rolname = any ($1)
       and exists (select from pg_class c where c.relname = any ($2) and pg_has_role(r.oid, c.relowner, 'member'))`,
    [[...logins(), ...groups], TABLES],
  );
  expect(above).toEqual([]);
  const { rows: functions } = await owner.query<{ name: string; may: string[] }>(
    `select p.oid::regprocedure::text as name,
       array(select r.rolname::text from pg_roles r where r.rolname = any ($1)
         and has_function_privilege(r.oid, p.oid, 'execute') order by 1) as may
     from pg_proc p where p.prosecdef and exists (select from pg_class c where c.relname = any ($2)
       and (p.proowner = c.relowner or has_table_privilege(p.proowner, c.oid, 'update')
         or has_table_privilege(p.proowner, c.oid, 'truncate'))) order by 1`,
    [[...logins(), ...groups], CHAIN],
  );
  expect(functions).toEqual([
    { name: 'erase_archived_entry(bigint)', may: ['provost_definer'] },
    {
      name: 'erase_audit_entry(bigint,jsonb,jsonb)',
      may: ['provost_definer'],
    },
  ]);
});

test('no foreign key, rule or trigger changes it in the owner’s name', async () => {
  const { rows: keys } = await owner.query(
    `select conname from pg_constraint where contype = 'f' and conrelid::regclass::text = any ($1)
       and (confdeltype not in ('a', 'r') or confupdtype not in ('a', 'r'))`,
    [TABLES],
  );
  expect(keys).toEqual([]);
  const { rows: rules } = await owner.query(
    `select rulename from pg_rewrite where ev_class::regclass::text = any ($1)`,
    [TABLES],
  );
  expect(rules).toEqual([]);
  const { rows: triggers } = await owner.query(
    `select tgname from pg_trigger where tgrelid::regclass::text = any ($1) and not tgisinternal and tgtype & 2 = 2`,
    [TABLES],
  );
  expect(triggers, 'before an insert').toEqual([]);
});

const changes = (table: string) => [
  `update ${table} set ${UPDATED[table] ?? 'entry_id = 1'}`,
  `delete from ${table}`,
  `truncate ${table} cascade`,
  `merge into ${table} t using (select 1) s on true when matched then delete`,
  `alter table ${table} disable trigger all`,
  `drop table ${table} cascade`,
  `create rule no as on insert to ${table} do instead nothing`,
];
const UPDATED: Record<string, string> = {
  audit_entries: `action = 'x'`,
  audit_seals: 'entries = 1',
  audit_archives: 'entries = 1',
};

const ERASE = [
  `select erase_audit_entry(1, null, null)`,
  `select erase_archived_entry(1)`,
  // While nobody is being erased.
  `select from erase_from_archive(1, '[]')`,
  `insert into audit_archives (number, first_id, last_id, first_at, last_at, entries, file_path)
    values (1, 1, 1, now(), now(), 1, 'audit/x.jsonl')`,
];
const CLOSED = TABLES.filter((table) => table !== 'audit_entries').map((table) => `select from ${table}`);

test.each([
  ['global', [...TABLES.flatMap(changes), ...ERASE]],
  ['scoped', [...TABLES.flatMap(changes), ...CLOSED, ...ERASE]],
  ['site', [...TABLES.flatMap(changes), ...CLOSED, ...ERASE]],
] as const)('the role %s is refused', async (kind, statements) => {
  const client = new pg.Client(database().urls[kind]);
  await client.connect();
  for (const statement of statements)
    await expect(client.query(statement), statement).rejects.toMatchObject({ code: DENIED });
  await client.end();
});
