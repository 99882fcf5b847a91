import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { useWorld } from '../../test/harness.ts';

const world = useWorld();
let owner: pg.Client;
let scoped: pg.Client;
let global: pg.Client;
let guarded: string[];

/** One row of each guarded table for program 2 and for program 3, and the site's own commission. */
const ROWS = `
  insert into programs (id, program_tag, program_display_name) values (2, 'two', 'Two'), (3, 'three', 'Three');
  insert into commission_groups (level, owner_id) values (0, 0);
  insert into commission_rows (level, owner_id, type, commission, created_at) values (0, 0, 0, 10, now()), (0, 0, 4, 90, now());
  do $$ declare p integer; begin foreach p in array array[2, 3] loop
    insert into admins (email, password_hash, program_id) values ('admin' || p, '!', p);
    insert into audit_entries (entity, entity_id, action, program_id) values ('x', 'x', 'x', p);
    insert into site_users (id, email, program_id) values (p, 'user' || p, p);
    insert into classes (id, class_name, program_id) values (p, 'class', p);
    insert into commission_groups (level, owner_id, program_id) values (2, p, p);
    insert into commission_rows (level, owner_id, program_id, type, commission, created_at)
      values (2, p, p, 0, 10, now()), (2, p, p, 4, 90, now());
    insert into payouts (program_id, currency, amount) values (p, 'USD', 1);
    insert into charges (id, class_id, program_id, amount, currency) values (p, p, p, 10, 'USD');
    insert into charge_lines (charge_id, scope_program_id, type, row_id, commission, divided, divided_by, rounding, amount)
      values (p, p, 0, 1, 10, 100, 100, 0, 10);
    insert into refunds (charge_id, scope_program_id, amount) values (p, p, 1);
    insert into recalculations (level, owner_id, program_id, scope_program_id, run_at) values (2, p, p, p, now());
    insert into events (id, name, type, ticket_price, available, start_at, end_at, commitment)
      values (p, 'x', 'giveaway', 0, 1, now(), now() + interval '1 day', sha256('x'));
    insert into tickets (id, event_id, program_id, user_id, code) values (p, p, p, p, '00000000000' || p);
    update events set available = 2, program_id = p where id = p;
    insert into draw_tickets (event_id, number, ticket_id) values (p, 0, p);
    insert into draws (event_id, program_id, tickets, list_hash, commitment)
      values (p, p, 1, sha256(('00000000000' || p)::bytea), sha256('x'));
    insert into draw_attempts (event_id, program_id, attempt, number, ticket_id, token_hash)
      values (p, p, 0, 0, p, sha256(('x' || p)::bytea));
    insert into recalculations (level, owner_id, program_id, scope_program_id, run_at) values (3, p, p, 0, now());
  end loop; end $$;`;

beforeAll(async () => {
  const { global: globalUrl, scoped: scopedUrl } = inject('testDatabase');
  const open = async (url: string) => {
    const client = new pg.Client(
      Object.assign(new URL(url), { pathname: new URL(world().ownerUrl).pathname }).href,
    );
    await client.connect();
    return client;
  };
  [owner, scoped, global] = [await open(world().ownerUrl), await open(scopedUrl), await open(globalUrl)];
  await owner.query(ROWS);
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity order by 1`,
  );
  guarded = rows.map(({ name }) => name);
});

afterAll(async () => {
  for (const client of [owner, scoped, global]) await client?.end();
});

const say = (program: string) =>
  scoped.query(`select set_config('provost.program_id', $1, false)`, [program]);
const count = async (client: pg.Client, table: string) =>
  Number((await client.query(`select count(*) from ${table}`)).rows[0].count);
const codeOf = (client: pg.Client, statement: string) =>
  client.query(statement).then(
    ({ rowCount }) => `${rowCount} rows`,
    (error: { code: string }) => error.code,
  );

/** Sends a statement and takes it back. */
async function tried(client: pg.Client, statement: string): Promise<string> {
  await client.query('begin');
  const outcome = await codeOf(client, statement);
  await client.query('rollback');
  return outcome;
}

/** Inserts nothing but the program: the policy is asked before the constraints are. */
async function insertFor(client: pg.Client, table: string, program: number): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = $1 and column_name in ('program_id', 'scope_program_id')`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  return tried(client, `insert into ${table} (${names.join()}) values (${names.map(() => program).join()})`);
}

const DENIED = '42501';

/** What the program sites show to everybody. */
const CATALOGUE = [
  'classes',
  'event_programs',
  'events',
  'gift_categories',
  'gift_category_programs',
  'uploads',
];

describe('tables', () => {
  it('that name a program are guarded, except those of the catalogue', async () => {
    const { rows } = await owner.query<{ table_name: string }>(
      `select distinct table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('program_id', 'scope_program_id')`,
    );
    const open = rows.map(({ table_name }) => table_name).filter((name) => !guarded.includes(name));
    expect(open.toSorted()).toEqual(CATALOGUE);
    expect(guarded.length).toBeGreaterThanOrEqual(10);
  });

  it('all have a row in this test', async () => {
    for (const table of guarded) expect(await count(owner, table), table).toBeGreaterThanOrEqual(2);
  });
});

describe('a scoped connection that names no program', () => {
  it.each([undefined, ''])('sees nothing (%o)', async (said) => {
    if (said === undefined) await scoped.query('reset provost.program_id');
    else await say(said);
    for (const table of guarded) expect(await count(scoped, table), table).toBe(0);
  });

  it('writes nothing', async () => {
    await say('');
    for (const table of guarded) {
      expect(await insertFor(scoped, table, 2), table).toBe(DENIED);
      expect(['0 rows', DENIED], table).toContain(await tried(scoped, `delete from ${table}`));
    }
    expect(await tried(scoped, `update site_users set first_name = 'x'`)).toBe('0 rows');
  });

  it('is what the platform gives to whoever has not signed in', async () => {
    const seen = await world().platform.database.nobody.selectFrom('site_users').selectAll().execute();
    expect(seen).toEqual([]);
  });
});

describe('a connection of program 2', () => {
  it('sees the rows of program 2 alone, and the site commission', async () => {
    await say('2');
    for (const table of guarded)
      expect(await count(scoped, table), table).toBe(table === 'commission_rows' ? 4 : 1);
    const { rows } = await scoped.query(
      'select distinct level, program_id from commission_rows order by level',
    );
    expect(rows).toEqual([
      { level: 0, program_id: null },
      { level: 2, program_id: 2 },
    ]);
  });

  it('writes into program 2 alone', async () => {
    await say('2');
    for (const table of guarded) {
      expect(await insertFor(scoped, table, 3), table).toBe(DENIED);
      expect(await insertFor(scoped, table, 2), table).not.toBe(DENIED);
    }
    expect(await tried(scoped, `update site_users set first_name = 'x'`)).toBe('1 rows');
    expect(await tried(scoped, 'update site_users set program_id = 3')).toBe(DENIED);
    expect(await tried(scoped, 'update commission_rows set commission = 1 where level = 0')).toBe('0 rows');
  });

  it('keeps to its program while others use the same pool', async () => {
    const { database } = world().platform;
    const asked = Array.from({ length: 60 }, async (_, n) => {
      const program = 2 + (n % 3);
      const db = program === 4 ? database.nobody : database.forProgram(program);
      const rows = await db.selectFrom('site_users').select('program_id').execute();
      return [program, rows.map(({ program_id }) => program_id)];
    });
    for (const [program, seen] of await Promise.all(asked))
      expect(seen).toEqual(program === 4 ? [] : [program]);
  });

  it('has no access to what proves who somebody is', async () => {
    await say('2');
    for (const table of ['sessions', 'refresh_tokens', 'password_resets', 'sign_in_failures', 'mails']) {
      expect(await codeOf(scoped, `select from ${table}`), table).toBe(DENIED);
    }
  });
});

describe('the roles of the server', () => {
  it('own nothing and are above nothing', async () => {
    const { rows } = await owner.query(
      `select r.rolname, r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolcreatedb,
         (select count(*)::int from pg_class c where c.relowner = r.oid) as owns
       from pg_roles r where r.rolname in ('provost_global', 'provost_scoped', $1, $2)`,
      [scoped.user, global.user],
    );
    expect(rows).toHaveLength(4);
    const nothing = {
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      owns: 0,
    };
    for (const row of rows) expect(row).toMatchObject(nothing);
  });

  it.each([
    'alter table charges disable row level security',
    'drop policy own_program on charges',
    'create policy mine on charges using (true)',
    'alter table charges no force row level security',
    'set role postgres',
    'truncate charges',
    'drop table charges',
    `create or replace function provost_scope() returns integer language sql as 'select 3'`,
    'create table mine ()',
  ])('cannot: %s', async (statement) => {
    expect(await tried(scoped, statement)).toBe(DENIED);
    expect(await tried(global, statement)).toBe(DENIED);
  });

  it('cannot take on each other, nor read past the policies', async () => {
    expect(await tried(scoped, 'set role provost_global')).toBe(DENIED);
    expect(await tried(scoped, 'set local row_security = off; select from charges')).toBe(DENIED);
  });

  it('add to the record of changes but never rewrite it', async () => {
    for (const client of [scoped, global]) {
      expect(await tried(client, `update audit_entries set action = 'x'`)).toBe(DENIED);
      expect(await tried(client, 'delete from audit_entries')).toBe(DENIED);
    }
  });

  it('of all programs see all', async () => {
    for (const table of guarded) expect(await count(global, table), table).toBeGreaterThanOrEqual(2);
  });
});
